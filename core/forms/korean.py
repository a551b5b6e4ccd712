"""Families of Korean words: particles and endings taken off, contracted and irregular stems put back.

Korean writes what a word does in its sentence behind it, several at once: `고객들에게는`, `준비하셨습니다`.
They are taken off from the right, until a stem of two syllables or a known one of a single syllable
remains. That a word ends like a form of another does no harm as long as all its own forms lose as much:
`국가` keeps its `가`, for `국` is no noun that we know, and `고양이` becomes `고양` in whatever form.

A noun and its verb share a family, `배포` and `배포하다`, `배포되다`, `배포시키다`. The key of another verb
is its stem: `올리` for `올리다`, `올렸어요`.
"""

import re

from core.forms import Endings, words
from core.forms.korean_syllables import FINALS, NONE, L, final_of
from core.forms.korean_tables import (
    DROPPED_L,
    IRREGULAR,
    LONG_VERBS,
    NOT_PLURAL,
    NOT_VERBAL,
    OWN_SYLLABLES,
    SHORT_FORMS,
    SHORT_NOUNS,
    SHORT_VERBS,
    SI_STEMS,
    WHOLE,
)
from core.forms.korean_verbs import MOTION, before_eu, has_own_i, may_be_a_verb, stem_of, takes_si

_PARTICLES = words("""
    께서 에서 에게서 에게 한테서 한테 까지 부터 처럼 보다 보다는 보다도 마다 밖에 조차 마저 만큼 대로
    이라도 라도
    이라고 라고 이라서 라서 이라는 라는 이란 으로서 로서 으로써 로써 으로부터 로부터 으로 로 이나 나
    이랑 랑 하고 이며 은 는 이 가 을 를 의 에 도 만 과 와 께 뿐 님 이에요 예요 이예요 이야 이나마 나마
    이든지 든지 이야말로 야말로 이든 따라 더러 치고 이여 이시여 록 까지만 이라면 라면 이라 며 에요 씨
    엔 에선 에겐 한텐 에다 에다가 끼리 쯤 커녕 은커녕 는커녕 때문 때문에 뿐아니라
    은요 는요 이요 도요 만요 에서요 까지요 부터요 한테요 으로요 로요 이라도요 라도요
    이어서 여서 이어야 여야 이라며 라며 이라니 라니 이라네요 라네요 이래요 래요 이래서 래서 이긴 이기도
    인가 인걸 인듯 일수도 일거
    야 씩 중 히 별 용 분 적 후 때 부탁
    """)
_BEHIND_NOUNS = Endings(_PARTICLES)
_MAKING_VERBS = words("하 되 시키 이")
"""Families of the verbs that stand behind a noun: `merge했어요`, `API예요`."""
_BEHIND_OTHER_SCRIPTS = Endings((*_PARTICLES, "들", "입니다", "인데", "이다"))
_AFTER_CONSONANT = words("""
    은 이 을 과 이에요 이야 으로 으로서 으로써 으로부터 이나 이랑 이라도 이라고 이라서 이라는 이란 이며
    이든지 이든 이라면 이라 은커녕 은요 이요 으로요 이라도요 이어서 이어야 이라며 이라니 이라네요 이래요
    이래서 이긴 이기도
    """)
_AFTER_VOWEL = words("""
    는 가 를 와 예요 나 나마 랑 야 라도 라고 라서 라는 라면 며 든지 는커녕 는요 라도요 여서 여야 라며 라니
    라네요 래요 래서
    """)
_AFTER_VOWEL_OR_L = words("""
    로 로서 로써 로부터 로요
    """)
_AMBIGUOUS = words("""
    이 가 의 도 만 과 와 로 나 님 대로 록 며 씨 엔 야 씩 중 히 별 용 분 적 후 때 부탁
    """)
"""Particles that many nouns end with: after one syllable they are taken off only from nouns that we know."""


_BEHIND_LONG = words("""
    야 씩 중 히 별 용 분 적 후 때 부탁
    """)
"""What stands behind two or more syllables: `배포중`, `정확히`, but not `집중`, `특히`."""

_SURE = words("""
    은 을 를 에 에서 에게 한테 까지 부터 으로 처럼 에서는 에서도 에는
    """)
"""Particles that a word of two or more syllables hardly ends with otherwise."""


def _finals_before(particle: str) -> frozenset[int]:
    """The final consonants of nouns behind which a particle has its shape."""
    if particle in _AFTER_CONSONANT:
        return frozenset(FINALS) - {NONE, *((L,) if particle.startswith("으") else ())}
    if particle in _AFTER_VOWEL:
        return frozenset((NONE,))
    return frozenset((NONE, L) if particle in _AFTER_VOWEL_OR_L else FINALS)


_FINALS_BEFORE = {particle: _finals_before(particle) for particle in _PARTICLES}
_KNOWN = MOTION | SHORT_FORMS | IRREGULAR
_HADA = re.compile("(.{2,}?)(?:하|되|시키|당하|드리|스럽|(?<![려어고])받)$")
_HADA_ENDS = frozenset("하되키리럽받")


def family(word: str) -> str:
    """What all forms of a word have in common; the word is of Hangul syllables."""
    for _ in range(6):
        if (known := _KNOWN.get(word)) is not None:
            return known
        if word in LONG_VERBS:
            return _of_stem(word)
        particles = () if word in WHOLE else _BEHIND_NOUNS.of(word)
        noun = _whole(word, particles) or _before_particle(word, particles, least=2)
        if noun is None and (stem := _verb(word)) is not None:
            return _of_stem(stem)
        noun = noun or _before_particle(word, particles[-1:]) or _one_of_many(word)
        if noun is None:
            break
        word = noun
    if word[-1] in _HADA_ENDS and (of_verb := _HADA.fullmatch(word)) is not None:
        return family(of_verb[1])
    return _with_l(word)


def _verb(word: str) -> str | None:
    """The stem of a verb of which this is a form, and not a word that only looks like one."""
    if word in WHOLE or len(word) < 2:
        return None
    stem = stem_of(word)
    return stem if stem is None or word[:-1] in LONG_VERBS or not NOT_VERBAL.of(word) else None


def noun_of(tail: str) -> str:
    """What syllables behind another script are without particles: `월` of `3월까지`. Nothing where they are
    particles alone, `를` of `API를`, or make a verb of what stands before them, `했어요` of `merge했어요`."""
    for length in range(len(tail)):
        if _are_particles(tail[length:]) or (length == 0 and family(tail) in _MAKING_VERBS):
            return tail[:length]
    return tail


def _are_particles(tail: str) -> bool:
    while tail and (particles := _BEHIND_OTHER_SCRIPTS.of(tail)):
        tail = tail.removesuffix(particles[0])
    return not tail


def _of_stem(stem: str) -> str:
    """The family of a verb's stem: its noun, where it has one."""
    if stem.endswith("시") and stem not in LONG_VERBS and not stem.endswith(SI_STEMS) and takes_si(stem[:-1]):
        stem = before_eu(stem[:-1]) or stem
    if stem in IRREGULAR:
        return IRREGULAR[stem]
    if stem[-1] in _HADA_ENDS and (noun := _HADA.fullmatch(stem)) is not None:
        return family(noun[1])
    if stem[-1] == "하" and stem[:-1] in OWN_SYLLABLES:
        return stem[:-1]
    if stem.endswith("이") and len(stem) > 1 and not has_own_i(stem):
        # `이다`: what is said to be this or that.
        return family(stem[:-1]) if len(stem) > 2 else stem[:-1]
    return _with_l(stem)


def _with_l(stem: str) -> str:
    """A longer stem with the `ㄹ` that it has lost."""
    return stem if len(stem) == 1 or stem in LONG_VERBS else DROPPED_L.get(stem, stem)


def _whole(word: str, particles: tuple[str, ...]) -> str | None:
    """The noun before one of the particles that a word ends with, if it is known to be whole."""
    for particle in particles:
        if len(noun := word.removesuffix(particle)) > 1 and noun in WHOLE:
            return noun
    return None


def _before_particle(word: str, particles: tuple[str, ...], least: int = 1) -> str | None:
    """A noun without the first of the particles that it ends with, if not all of these are part of it; of
    particles with so many syllables."""
    for particle in particles:
        if len(particle) < least or particle == word:
            continue
        noun = word.removesuffix(particle)
        if final_of(noun[-1]) not in _FINALS_BEFORE[particle] or _is_of_a_verb(noun, particle):
            continue
        if len(noun) == 1:
            fits = particle in _SURE or (noun in SHORT_NOUNS and particle not in _BEHIND_LONG)
        else:
            fits = particle not in _AMBIGUOUS or not NOT_VERBAL.of(word)
        if fits:
            return noun
    return None


def _one_of_many(word: str) -> str | None:
    """A noun without the sign of many."""
    if word.endswith("들") and len(word) > 1 and not word.endswith(NOT_PLURAL):
        noun = word[:-1]
        if len(noun) > 1 or noun in SHORT_NOUNS:
            return noun
    return None


def _is_of_a_verb(noun: str, particle: str) -> bool:
    """Whether a particle, or its first syllable, rather belongs to a verb: `바라보다`, `가느라고`."""
    if particle.startswith("이") and has_own_i(noun + "이"):
        return True
    if len(particle) > 1 and noun + particle[0] in LONG_VERBS:
        return True
    if particle.startswith("보다"):
        return noun[-1] in "아어" and noun[-2:-1] in SHORT_VERBS
    if particle == "히":
        # `서서히` is not of `서다`.
        return stem_of(noun) is not None
    if particle == "라도":
        return noun[-1] == "더" and may_be_a_verb(noun[:-1])
    return particle in ("라고", "라는", "라면", "라며", "라니") and noun[-1] in "느으"
