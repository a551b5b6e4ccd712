"""Words that carry no subject of their own, so that a question is searched by its content words.

Used for a person's question in the chat only; the tools count every word (SPEC section 4, point 3).
"""

from collections.abc import Sequence
from dataclasses import replace

from core.words import SYLLABLES_FROM, Word, family, is_hangul, normalise

_RUSSIAN = """
а без более бы был была были было быть в вам вами вас ваш ваша ваше ваши во вот все всего всегда всех вы
где да даже для до его ее ей ему если есть еще ж же за зачем и из или им ими их к как какая какие каким
каких какого какое какой какую ко когда кого кому кто ли либо мне мной мною мои мой моя моё мы на над нам
нами нас наш наша наше наши не него нее ней нет ни них но ну о об один она они оно он от по под почему
при про просто с сам сейчас со сколько так такой там те тебе тебя тем то того тоже той только том тот ту
тут ты у уже чего чей чем через что чтобы чья эта эти это этого этой этом этот эту я надо нужно можно ли
расскажи скажи покажи найди напомни подскажи пожалуйста знает знаешь кто-нибудь
"""
_ENGLISH = """
a about all also am an and any are as at be been being but by can could did do does doing done for from
had has have having he her here him his how i if in into is it its just me my no not of on or our ours
out over please she should so some such tell than that the their them then there these they this those to
too us was we were what when where which who whom whose why will with would you your yours anybody anyone
somebody someone know knows remind show find
"""
_KOREAN = """
가 거 걸 것 건 게 그 그거 그것 그게 나 나는 난 내 내가 너 누가 누구 누구야 누군가 는 도 를 뭐 뭐가
뭐야 뭘 무슨 무엇 무엇을 무엇이 무엇인가요 뭔가요 뭐예요 뭐지 언제 언제야 언제예요 언제인가요 어디 어디서
어디에 어디에서 어디야 어디예요 어디인가요 어떤 어떻게 어느 에 에서 왜 우리 우리가 우리는 우리의 은 을 의
이 이거 이것 이게 저 저는 제 제가 좀 얼마 얼마나 얼마야 몇 있나 있나요 있어 있어요 있습니까 인가요 하나요
해 해요 되나 되나요 돼 돼요 됩니까 합니까 하는지 되는지 알려줘 알려주세요 알아 아는 사람 및 와 과
"""
_STOP = frozenset(normalise(f"{_RUSSIAN} {_ENGLISH} {_KOREAN}").split())


def content_words(words: Sequence[Word]) -> list[Word]:
    """The words of a question that carry its subject; all of them where none would be left.

    Those in Hangul without particles and endings, so that they are found inside words, too: a question about
    `휴가는` means the `휴가` of `휴가신청`.
    """
    bare = [_bare(word) for word in words if word.whole not in _STOP]
    return [word for word in bare if word.whole not in _STOP] or list(words)


def _bare(word: Word) -> Word:
    if not is_hangul(word.whole):
        return word
    kin = family(word.whole)
    # The family of `올렸어요` is `올리`, which is not what was written.
    is_its_beginning = word.whole.startswith(kin) and family(kin) == kin
    return replace(word, whole=kin, parts=(kin,)) if is_its_beginning and len(kin) >= SYLLABLES_FROM else word
