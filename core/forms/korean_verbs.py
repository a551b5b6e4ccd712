"""Stems of Korean verbs and adjectives from their forms: endings taken off, contractions and irregular
stems undone."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from core.forms import Endings, words
from core.forms.korean_syllables import (
    AE,
    EO,
    EU,
    INITIALS,
    NONE,
    SILENT,
    SS,
    VOWEL_I,
    VOWEL_O,
    WA,
    WO,
    YEO,
    A,
    B,
    E,
    L,
    M,
    N,
    U,
    final_of,
    parts,
    syllable,
    with_final,
)
from core.forms.korean_tables import (
    ADNOMINAL,
    BARE,
    BEFORE_U,
    CHANGED,
    DROPPED_L,
    I_STEMS,
    LONG_I_STEMS,
    LONG_VERBS,
    NA_STEMS,
    NOT_VERBAL,
    SHORT_NOUNS,
    SHORT_VERBS,
    U_STEMS,
    WHOLE,
)

_TENSE = frozenset((1, 4, 8, 10, 15, 17))
"""Initials after which `ㅓ` comes of `ㅡ`: ㄲ ㄸ ㅃ ㅆ ㅋ ㅍ."""
_OPENING = frozenset((8, 17))
"""Initials after which `ㅏ` does: ㅃ ㅍ."""


def _decomposed(endings: str) -> frozenset[str]:
    # A final consonant of an ending is written as a syllable without an initial: `-ㅂ니다`.
    finals = str.maketrans("ㄴㄹㅁㅂ", "\u11ab\u11af\u11b7\u11b8")
    return frozenset(unicodedata.normalize("NFD", each.translate(finals)) for each in endings.split())


_AFTER_PAST = Endings(
    words("""
    다 습니다 습니까 어요 어 는데 는데요 지만 고 고요 으면 으니까 으니 던 네요 네 을 을까 을까요 음 죠
    지요 더니 나요 거든요 으며 어야 다가 다고 다는 다면 는지 군요 어서 어도 으므로 기에 기 으나 을지
    으면서 더라 더라고요 던데 구나 냐 잖아요 으려면 겠다 겠습니다 을것 을게요 을때 는 지 거나 던지 든지
    도록 게 거든 대요 겠죠 겠지요 겠지 겠지만 겠네요 겠어요 더라도
    을걸 을걸요 을테니 을테니까 을거 을거야 을거예요 을겁니다 을건데 을텐데 을텐데요 더라구요
    구요 길래 으면요 으니까요 어서요 으려나 던걸 던걸요 기때문 기때문에
    다고요 다는데 다던데 다며 다니까 다면서 답니다 다네요 다더라고요 다니 더라면 듯이
    """)
)
"""Endings after a past, a `겠`, or the stems `있` and `없`."""
_PLAIN = _decomposed(
    """
    습니다 습니까 ㅂ니다 ㅂ니까 ㅂ시다 읍시다 니까 으니까 려고 으려고 려면 으려면 면서 으면서 지만 는데
    는데요 ㄴ데 ㄴ데요 은데 은데요 는지 ㄴ지 은지 ㄹ지 을지 도록 거나 더라도 더니 네요 군요 는군요 구나
    는구나 나요 ㄴ가요 은가요 지요 죠 잖아요 거든요 ㄹ게요 을게요 ㄹ게 을게 ㄹ까요 을까요 ㄹ까 을까 ㄴ다
    는다 ㄴ다고 는다고 ㄴ다는 는다는 다고 다는 다면 ㄴ다면 자마자 다가 므로 으므로 던데 으러
    더라고요 더라고 더라 더군요 던가요 ㄹ수록
    을수록 ㄹ래요 을래요 ㄹ텐데 을텐데 는다면 으면 은 을 음 는 ㄹ때 을때 자고 느라 느라고 ㄹ거예요
    을거예요 ㄹ겁니다 ㄹ것 을것 ㄴ후 ㄴ것 는것 기때문에 기위해 읍니다 려는 으려는 더라구요 고요 구요 길래 ㄹ걸
    을걸 ㄹ걸요 을걸요 든지 든가 거든 는군 자고요 면요 으면요 ㄹ테니 을테니 ㄹ테니까 을테니까 ㄹ거야 을거야
    ㄹ거고 을거고 냐고 으냐고 으라고 ㄴ대요 는대요 ㄴ다니 는다니 ㄴ답니다 는답니다 니까요 으니까요 려는데
    으려는데 려다가 으려다가 다보니 ㄹ까봐 을까봐 ㄹ지도 을지도 고자 고서 으며 으나 으라면 으려나 대요 다네요
    다던데 다니까 다면서 다구요 다고요 다는데
    기위한 기전 지마 을겁니다 듯이 다시피 던데요 느니 는가 고나서 려거든 으려거든 라니까 으라니까
    """
)
"""Endings that go with a stem as it is."""
_SAID = words("고 고요 구요 는 는데 니 니까 네요 던데 며 면 면서 잖아요")
"""What stands behind `다` of what somebody says or thinks: `한다고요`."""
_PLAIN |= _decomposed(" ".join(end + said for end in ("ㄴ다", "는다") for said in _SAID))
_ADNOMINAL_WITH_NOUN = _decomposed(
    " ".join(
        [
            *("는" + noun for noun in words("거 것 게 걸 건 건데 편 동안 중 줄 만큼 대로")),
            *(end + noun for end in "ㄴ은" for noun in words("거 것 게 걸 건 건데 후 뒤 다음 상태")),
            *(end + noun for end in "ㄹ을" for noun in words("거 것 건데 건가 건가요 거라 수 줄 예정")),
        ]
    )
)
"""Adnominal endings and a noun that depends on them, without the blank that belongs between: `하는거`."""
_PLAIN |= _ADNOMINAL_WITH_NOUN
_WEAK = _decomposed("던 고 지 면 며 다 게 기 은 는 을 음")
"""Endings that nouns end with, too."""
_WEAKEST = _decomposed("니 으니 냐 으냐 네 자 러")
"""Endings that nouns end with so often that only known stems have them."""
_UNSURE = _WEAK | _WEAKEST
_HARD = _decomposed("던 고 지 면 며 다 게 기 자 러")
"""Endings before which no `ㄹ` is dropped."""
_ASKED = _decomposed("냐 으냐")
_AFTER_YA = _decomposed("죠 지요")
_OF_NOUNS = _decomposed(
    """
    거나 구나 다가 대요 다네요 다던데 다니까 다면서 다구요 다고요 다는데 기전 기때문에 지마 라니까
    고나서 느니 던데요
    """
)
"""Endings of which a noun and its particle may be a part: `친구나`."""
_DECOMPOSED_ENDINGS = Endings(_PLAIN | _UNSURE)
_LAST_SYLLABLES = frozenset(unicodedata.normalize("NFC", ending)[-1] for ending in _PLAIN | _UNSURE)
_FIRST = {ending: unicodedata.normalize("NFC", ending)[0] for ending in (*_PLAIN, *_UNSURE, "어")}
"""The first syllable of each ending, or the consonant that is no syllable."""
_AFTER_A = {
    "요": ("서요", "요", "야지요"),
    "서": ("서",),
    "도": ("도", "서도"),
    "야": ("야",),
    "라": ("라",),
    "만": ("야만",),
    "는": ("서는",),
    "지": ("야지",),
    "죠": ("야죠",),
}
"""Endings that go with a stem in its form in `아` or `어`, by their last syllable."""
_AUXILIARY = re.compile(
    "(?:주세요|주십시오|주시기|주시면|줘요|줘|주었[가-힣]+|줬[가-힣]+|주[고면는]|주실[가-힣]*"
    "|드립니다|드릴게요|드렸[가-힣]+|달라고|달라는)$"
)
_ASKING = re.compile("주세요|주십시오|주시기|주시면|줘요|줘|드.*")
"""Those that stand behind a noun, too: `연락주세요`, but not `맥주는`."""
_JOINED = re.compile("(.+?)(?:고(?:있|싶)|지(?:않|마|말|못하))")
_JOINED_TO_A = re.compile("(.+)(?:가지|놓|두|드리|버리|보|있|주|(?<=..)지)")
"""Verbs that help another, written to it without the blank that belongs between: `먹고있어요`."""
_ABLE = re.compile("(.+)수[있없]")
"""What one can do: `할수있어요`."""
_FINAL_LETTERS = frozenset("\u11ab\u11af")
_FINAL_N, _FINAL_L, _FINAL_B = "\u11ab", "\u11af", "\u11b8"
_L_STEMS = frozenset(DROPPED_L.values())
_DICTIONARY, _TOPIC, _TO_DO, _NAYO, _JIMAN = (
    unicodedata.normalize("NFD", ending) for ending in ("다", "는", "러", "나요", "지만")
)
_AFTER_GO = _decomposed("고자 고서")
_HONORIFIC = Endings(words("세요 셔요 십시오 시오 신 실 시는 시고 시지 시면 시기 시길 십니다 셔서"))
_BEFORE_SI = frozenset("감개고기도미비수지캐")
"""Syllables of which a noun in `시` is made, too: `도시`."""
_OF_IDA = _decomposed("고 며 면 던")
_PLAINEST = "하되보오가쓰"
"""Stems of one syllable that a noun with such an ending hardly begins with: `한거`, but `선거`."""
_VERBS_LAST = (
    "넘놓듣먹넣붙받앉웃늦같맡덮깎닦뜯찾묶믿벗뽑섞쏟씻얹얻엎없엮옮잃읽있잊줍찍찢쫓핥좋많싫높낮깊짧얇넓닮밟"
    "않찮싶"
)
"""With what only verbs end."""
_ENDING_SYLLABLES = frozenset(
    "리들내꾸기키치우르루누추두나오가서보지히시하되뜨쓰끄이켜답렵겁롭럽깝엽갑" + _VERBS_LAST
)
"""What verbs of several syllables end with, where an ending alone proves nothing."""

MOTION = {
    first + form: first + stem
    for first in words("""
    들어 돌아 올라 내려 넘어 찾아 따라 가져 걸어 뛰어 건너 지나 나 다녀 데려 옮겨 살아 벗어 늘어 일어 태어
    나타 생겨 달아 물러 드러 깨어 빠져 다가 날아
    """)
    for stem, forms in (("가", "가간갈"), ("나", "나난날"), ("오", "오와온올"))
    for form in forms
}
"""Stems by forms of verbs of two verbs, of which the second is `가다`, `나다` or `오다`: `들어와`, `나온`; a
particle `가`, `나`, `와` is none there."""

_HADA_SHORT = re.compile("(.{2,})(?:한|할|함|해|된|될|됨|돼|하자|되자)$(?<!기위해)(?<!기위한)")
_HADA_ENDS = frozenset("한할함해된될됨돼자")


def stem_of(word: str) -> str | None:
    """The stem of which this is a form, if its ending shows that it is one of a verb."""
    for way in _ways(word[-1]):
        if (stem := way(word)) is not None:
            return _without_helper(stem)
    return None


@cache
def _ways(last: str) -> tuple[Callable[[str], str | None], ...]:
    """How a word whose last syllable is this may be a form, the surest first."""
    ways: dict[Callable[[str], str | None], bool] = {
        _of_hada: last in _HADA_ENDS,
        _of_auxiliary: True,
        _of_ida: last == "인",
        _of_past: last in _AFTER_PAST.last_letters,
        _of_honorific: last in _HONORIFIC.last_letters,
        _of_plain: last in _LAST_SYLLABLES,
        _CONTRACTED_ADNOMINAL.get: final_of(last) in (N, L, M),
        _of_adnominal_in_u: last in "울움운",
        _of_joined_adnominal: last in _JOINED_ADNOMINAL,
        _of_other_adnominal: last in ADNOMINAL,
        _of_a: last in _AFTER_A,
        _of_bare_a: last in _BARE_LAST,
    }
    return tuple(way for way, may_be in ways.items() if may_be)


def _without_helper(stem: str) -> str | None:
    """A stem without the verb that helps it."""
    if stem in LONG_VERBS:
        return stem
    if (joined := _JOINED.fullmatch(stem)) is not None:
        return joined[1]
    if (joined := _JOINED_TO_A.fullmatch(stem)) is not None and _is_first_of_two(joined[1]):
        return _uncontracted(joined[1])
    if (able := _ABLE.fullmatch(stem)) is not None:
        return _of_adnominal_in_l(able[1])
    return stem


def _of_adnominal_in_l(word: str) -> str:
    """The stem of a form in `ㄹ` that can be nothing else."""
    if word in _L_STEMS:
        return word
    open_stem = with_final(word, NONE)
    return open_stem if len(word) == 1 and open_stem in SHORT_VERBS else stem_of(word) or word


def _of_hada(word: str) -> str | None:
    return short[1] + "하" if (short := _HADA_SHORT.fullmatch(word)) is not None else None


def _of_ida(word: str) -> str | None:
    return word[:-1] + "이" if len(word) > 3 else None


def _of_auxiliary(word: str) -> str | None:
    found = _AUXILIARY.search(word, 1)
    if found is None:
        return None
    rest, auxiliary = word[: found.start()], found[0]
    asking = _ASKING.fullmatch(auxiliary)
    if _may_be_contracted(rest):
        return _uncontracted(rest) if asking or len(rest) > 1 or rest in "해봐와써사가" else None
    return rest + "하" if asking and len(rest) > 1 else None


def _of_past(word: str) -> str | None:
    for ending in _AFTER_PAST.of(word):
        rest = word.removesuffix(ending)
        if not rest or final_of(rest[-1]) not in (SS, 18):
            continue
        if rest.endswith(("있", "없")):
            return rest
        if rest.endswith("야겠"):
            return _of_a(rest[:-1])
        if rest.endswith("겠"):
            return rest[:-1] or None
        if final_of(rest[-1]) == SS:
            if rest[-1] == "었" and final_of(rest[-2:-1] or "어") == SS and rest[-2] not in "있겠":
                rest = rest[:-1]
            return _uncontracted(with_final(rest, NONE))
    return None


def takes_si(stem: str) -> bool:
    """Whether `시` behind something shows respect, and is not the end of a noun."""
    if len(stem) < 2:
        return stem in SHORT_VERBS and stem not in _BEFORE_SI
    return (
        stem in LONG_VERBS
        or with_final(stem, L) in LONG_VERBS
        or stem[-1] in _ENDING_SYLLABLES
        or stem.endswith(("으", "우"))
    )


def _of_honorific(word: str) -> str | None:
    for end in _HONORIFIC.of(word):
        stem = word.removesuffix(end)
        if not stem or stem + "시" in LONG_VERBS:
            continue
        if stem in LONG_VERBS:
            return stem
        if (
            stem.endswith(("하", "되", "으"))
            or (stem[-1] == "우" and len(stem) > 1)
            or (len(end) > 1 and (not end.startswith("시") or takes_si(stem)))
        ):
            return before_eu(stem)
    return None


def _of_plain(word: str) -> str | None:
    letters = unicodedata.normalize("NFD", word)
    endings = _DECOMPOSED_ENDINGS.of(letters)
    for ending in filter(_PLAIN.__contains__, endings):
        stem = unicodedata.normalize("NFC", letters.removesuffix(ending))
        if stem and (ending[0] == _FINAL_L or (ending[0] == _FINAL_N and len(stem) > 1)):
            with_l = with_final(stem, L)
            sure = len(stem) > 1 or ending not in _ADNOMINAL_WITH_NOUN
            if sure and with_l in _L_STEMS and final_of(stem[-1]) == NONE:
                return with_l
        if stem and _is_stem(stem, ending):
            return _regular(stem, ending)
    for ending in filter(_UNSURE.__contains__, endings):
        stem = unicodedata.normalize("NFC", letters.removesuffix(ending))
        if ending == _TO_DO and _doubled_l(word):
            continue
        if stem in DROPPED_L and stem not in LONG_VERBS and stem not in "사파푸트" and ending in _HARD:
            continue
        if (
            stem in SHORT_VERBS
            or (stem in CHANGED and stem not in SHORT_NOUNS and _FIRST[ending] in "은을음으")
            or (stem and _ends_like_a_verb(stem, ending))
        ):
            return _regular(stem, ending)
    return None


def _is_stem(stem: str, ending: str) -> bool:
    """Whether an ending that is no word's own goes with a stem; after some, a noun's particle is likelier."""
    if _is_of_a_noun(stem, ending):
        return False
    if ending in _ADNOMINAL_WITH_NOUN and ending[0] in _FINAL_LETTERS:
        return stem in LONG_VERBS or stem in _PLAINEST or (len(stem) > 1 and stem[-1] in "하되우")
    final = final_of(stem[-1])
    first = _FIRST[ending]
    if ending in _WEAK:
        return (stem in CHANGED and stem not in SHORT_NOUNS) or (
            stem in SHORT_VERBS and (final != NONE or first == "는")
        )
    if first in "습읍은을음으":
        return final != NONE or (first != "습" and stem in CHANGED)
    if ending[0] == _FINAL_B:
        return final == NONE
    if ending[0] in _FINAL_LETTERS:
        return final == NONE and (
            len(stem) == 1 or stem in LONG_VERBS or stem[-1] in _ENDING_SYLLABLES or _is_joined_to_a(stem)
        )
    return True


def _is_of_a_noun(stem: str, ending: str) -> bool:
    """Whether an ending, or its first syllable, rather belongs to a noun: `도구나`, `강아지만`."""
    if ending == _NAYO:
        return stem in NA_STEMS or stem + "나" in LONG_VERBS
    if ending == _JIMAN:
        noun = stem + "지"
        return (NOT_VERBAL.of(noun) != () and stem not in WHOLE) or (
            len(stem) == 1 and stem not in SHORT_VERBS
        )
    if ending in _AFTER_GO and stem + "고" in WHOLE:
        return True
    if ending in _AFTER_GO or ending in _OF_NOUNS:
        return not may_be_a_verb(stem)
    return stem.endswith("야") and ending in _AFTER_YA


def may_be_a_verb(stem: str) -> bool:
    """Whether something is a known stem or ends like one."""
    if len(stem) == 1:
        return stem in SHORT_VERBS
    return stem in LONG_VERBS or stem[-1] in _ENDING_SYLLABLES or final_of(stem[-1]) == SS


def _ends_like_a_verb(stem: str, ending: str) -> bool:
    if ending in _WEAKEST:
        joined = stem[-1] in _ENDING_SYLLABLES and (final_of(stem[-1]) not in (NONE, L) or ending in _ASKED)
        return stem in LONG_VERBS or stem[-1] in "하되우" or joined or _is_joined_to_a(stem)
    if len(stem) == 1:
        return ending == _DICTIONARY and final_of(stem) not in (NONE, N)
    if _FIRST[ending] in "은을음으":
        return stem[-1] in _VERBS_LAST
    if ending == _DICTIONARY or stem in LONG_VERBS:
        return True
    if ending == _TOPIC:
        return final_of(stem[-1]) != NONE or stem[-1] in "하되" or _is_joined_to_a(stem)
    if stem.endswith("이"):
        return has_own_i(stem) or ending in _OF_IDA
    return stem[-1] in _ENDING_SYLLABLES or _is_joined_to_a(stem) or _JOINED.fullmatch(stem) is not None


_CONTRACTED_ADNOMINAL = {
    **{
        with_final(verb, end): verb
        for verb in (LONG_VERBS | I_STEMS) - {"파이"}
        if final_of(verb[-1]) == NONE
        for end in (N, L, M)
    },
    **{with_final(verb, N): verb for verb in LONG_VERBS if final_of(verb[-1]) == L},
}
"""Stems by their forms such as `올린`, `보낼`: the consonant has become the stem's own."""
_JOINED_ADNOMINAL = {with_final(verb, end): verb for verb in "내두보오주" for end in (N, L, M)} | {
    "간": "가",
    "갈": "가",
}
"""Last syllables of two verbs in one, `끌어낸`, `보여줄`; but `우려감` is none."""
_NO_ADJECTIVE = {"울": "서거겨방망", "움": "서거겨방망", "운": "타라카"}
"""What stands before these syllables in nouns, `겨울`."""


def _of_adnominal_in_u(word: str) -> str | None:
    """`쉬운`, `쉬울`, `쉬움`: before the consonant a final `ㅂ` has become `우`."""
    before, last = word[:-1], word[-1]
    if not before:
        return None
    if before[-1] in U_STEMS:
        return before + "우" if last == "운" else None
    adjective = with_bieup(before)
    if before in BEFORE_U or (last != "운" and adjective in LONG_VERBS):
        return adjective
    return adjective if len(before) > 1 and before[-1] not in _NO_ADJECTIVE[last] else None


def _of_joined_adnominal(word: str) -> str | None:
    stem = word[:-1] + _JOINED_ADNOMINAL[word[-1]]
    return stem if _is_joined_to_a(stem) else None


def _of_other_adnominal(word: str) -> str | None:
    if len(word) > 1 and (
        word[-2] in ADNOMINAL[word[-1]] or (word[-1] in "진질짐" and _is_joined_to_a(word[:-1] + "지"))
    ):
        return with_final(word, NONE)
    return None


def _of_a(word: str) -> str | None:
    """The stem of a form in `아` or `어`."""
    for ending in filter(word.endswith, _AFTER_A[word[-1]]):
        rest = word.removesuffix(ending)
        if not rest or rest in WHOLE or not _may_be_contracted(rest):
            continue
        stem = _uncontracted(rest)
        sure = "해돼내나와봐" if ending[0] in "서야" else "해돼"
        if ending == "요" or rest[-1] in sure or stem in SHORT_VERBS or stem in LONG_VERBS:
            return stem
        if _is_contracted(rest):
            return stem
    return None


def _of_bare_a(word: str) -> str | None:
    """The stem of a form in `아` or `어` that ends with that."""
    if word[-1] in _BARE_HELPERS and _is_first_of_two(word[:-1]):
        return _without_helper(_uncontracted(word) or word)
    return _uncontracted(word) if len(word) > 1 and _is_contracted(word) else None


_OF_VERBS = frozenset(
    syllable(initial, vowel) for initial in INITIALS if initial != SILENT for vowel in (YEO, WO)
)
"""What stems end with in their form in `아` or `어`, and nouns seldom do."""
_OF_VERBS_AND_NOUNS = frozenset(
    syllable(initial, vowel) for initial in INITIALS for vowel in (A, AE, EO, E, WA)
).union("돼") - {"에"}
_BARE_HELPERS = frozenset("봐줘놔둬")
"""Verbs that help another, in that form: `써봐`."""
_BARE_LAST = _OF_VERBS.union(
    "워아어여라러", _BARE_HELPERS, *(each[-1] for each in BARE | SHORT_VERBS if len(each) > 1)
)
"""What such forms end with that stand alone."""


def _may_be_contracted(rest: str) -> bool:
    """Whether something ends as stems do in their form in `아` or `어`."""
    last = rest[-1]
    if last in "워여":
        return len(rest) > 1
    if last in _OF_VERBS:
        return last != "며" or rest[:-1] + "미" in LONG_VERBS
    return last in _OF_VERBS_AND_NOUNS


def _is_contracted(rest: str) -> bool:
    """Whether it does so as nouns do not."""
    before, last = rest[:-1], rest[-1]
    if last in "해돼":
        return False
    if last == "워":
        return before != "" and (
            before in BEFORE_U or before[-1] in U_STEMS or (before[-1] not in "파타샤라" and len(before) > 1)
        )
    if last in "아어" and before:
        return (
            (final_of(before[-1]) != NONE and before[-1] in SHORT_VERBS)
            or before in CHANGED
            or (last == "어" and (before in LONG_VERBS or before in _OPEN))
            or before == "보"
            or before[-1] == "되"
        )
    if last == "여" and before:
        return has_own_i(before + "이") or before.endswith("하")
    if last in _OF_VERBS:
        return (last != "녀" or before == "다") and (last != "며" or before + "미" in LONG_VERBS)
    return rest in SHORT_VERBS or _doubled_l(rest) or rest in BARE


_OPEN = frozenset("주두꾸쉬뛰쥐튀휘띄누")
"""Stems of one syllable that end with a vowel and take `어` without contraction, too: `주어`."""
_OF_HADA = ("해", "돼")
_SHORT_FIRST = frozenset("가써와봐꺼떠")
_FIRST_OF_TWO = _OF_VERBS.union("깨캐빼떼", _OF_HADA, _SHORT_FIRST)
"""Single syllables that hardly begin a noun where `내` or `주` follows."""


def _is_first_of_two(form: str) -> bool:
    """Whether a verb in its form in `아` or `어` stands before one that helps it."""
    if len(form) == 1:
        return form in _FIRST_OF_TWO
    return form[-1] in "아어여해와워려겨켜쳐져돼" or _is_contracted(form) or _is_of_long_verb(form)


def _is_of_long_verb(form: str) -> bool:
    """Whether a common verb has this form in `아` or `어`: `꺼내`, `애써`, `따라`."""
    return len(form) > 1 and _uncontracted(form) in LONG_VERBS


def _is_joined_to_a(stem: str) -> bool:
    """Whether a stem is two verbs in one, the first in its form in `아` or `어`: `끌어내`, `흘러가`."""
    first = stem[:-1]
    if first.endswith(_OF_HADA) or first in _SHORT_FIRST:
        # `이해가` is a noun with its particle.
        return stem[-1] in "내두보오주"
    # A stem of one syllable seldom is: `빼낸`, but `기본`, `자본`, `세간` are nouns.
    sure = len(first) > 1 or first in _FIRST_OF_TWO
    seconds = "가내두보오주지" if len(first) > 1 else "가내두보오주"
    return (sure and stem[-1] in seconds and _is_contracted(first)) or (
        stem[-1] in "두보주" and _is_of_long_verb(first)
    )


def _uncontracted(form: str) -> str | None:
    """The stem of a form in `아` or `어`: `올려` of `올리`, `도와` of `돕`, `몰라` of `모르`."""
    before, last = form[:-1], form[-1]
    if last in "아어":
        return _regular(before, "어") if before else None
    if (last == "와" and before in ("도", "고")) or (last == "워" and before and before[-1] not in U_STEMS):
        return with_bieup(before)
    if last == "여" and before.endswith("하"):
        return before
    if _doubled_l(form):
        return with_final(before, NONE) + "르"
    if form[-2:] in _WITH_EU:
        return before + _WITH_EU[form[-2:]]
    return before + ("놓" if last == "놔" else _uncontracted_syllable(last, alone=not before))


def _uncontracted_syllable(last: str, *, alone: bool) -> str:
    initial, vowel, _ = parts(last)
    if last in _SYLLABLES and (alone or last in "해돼"):
        return _SYLLABLES[last]
    if vowel in _CONTRACTED:
        return syllable(initial, _CONTRACTED[vowel])
    if (vowel == EO and initial in _TENSE) or (vowel == A and initial in _OPENING and not alone):
        return syllable(initial, EU)
    return last


_WITH_EU = {"따라": "르", "치러": "르", "들러": "르", "잠가": "그", "담가": "그"}
_SYLLABLES = {"해": "하", "돼": "되", "켜": "켜", "펴": "펴", "퍼": "푸"}
_CONTRACTED = {YEO: VOWEL_I, WA: VOWEL_O, WO: U}
"""Vowels of stems with `아` or `어`, and without."""


def _doubled_l(form: str) -> bool:
    """Whether `르` has become `ㄹㄹ`: `몰라`, `불러`, but not `놀라`."""
    if form[-1] not in "라러" or len(form) < 2 or form.endswith("놀라"):
        return False
    return (form[-1] == "라" and form[-2] in "몰골올빨달잘갈말발날졸") or (
        form[-1] == "러" and form[-2] in "불눌흘굴찔둘질길걸슬을일"
    )


def has_own_i(stem: str) -> bool:
    """Whether the last `이` is the stem's own."""
    return stem in I_STEMS or stem.endswith(LONG_I_STEMS)


_VOWELS_FIRST = "어으은을음면니려며러므는\u11ab\u11af\u11b8"
"""What endings begin with before which a final `ㅂ` becomes `우`."""


def _regular(stem: str, ending: str) -> str:
    """A stem as it is before a consonant."""
    first = _FIRST[ending]
    if first in _VOWELS_FIRST and stem.endswith("우") and len(stem) > 1 and stem[-2] not in U_STEMS:
        return stem if stem in LONG_VERBS else with_bieup(stem[:-1]) or stem
    if first in "어으은을음읍":
        return CHANGED.get(stem, stem)
    if first in "ᆫᆸ는느네나니" and len(stem) == 1:
        return DROPPED_L.get(stem, stem)
    return stem


def before_eu(stem: str) -> str | None:
    """A stem as it is before a consonant, from what stands before `시`: `걸으` is `걷`, `고마우` `고맙`."""
    whole = stem.removesuffix("으")
    if not whole:
        return None
    return _regular(whole, "어" if whole != stem or whole in CHANGED else _TOPIC)


def with_bieup(before: str) -> str | None:
    """`쉬` of `쉬워` is `쉽`."""
    return with_final(before, B) if before and final_of(before[-1]) == NONE else None
