"""What stands behind the name of a secret, as far as a pattern tells: a sign, a sentence, or nothing at all.

A pattern takes its time over each part that it tries, and little over a run of letters of one class: so what
most often stands there is told by runs, not word by word.
"""

import re
from functools import cache

from core.guard.called import REACH
from core.guard.names import ATTRIBUTES, CHANGED_TO, KEEPING, LINKS, PARTICLES, TOPIC_ENDS, Name
from core.guard.spans import COVER
from core.guard.values import any_of

COPULA = "(?=[ ]?(?:입니다|이에요|예요|이고|임)(?![가-힣]))"
"""What ends a Korean sentence that says what something is."""
AROUND_WORDS = "\"'`.,;:!?()«»"
LONGEST_WORD = 15
"""Letters of a word that no sentence tells as a secret, whatever their case: not too many."""

_SIGN_ITSELF = r"""["'`)\]}]{0,2}\s{0,3}(?:\[\d{0,4}\]\s?)?
    (?: [:?]{0,3}={1,3}[>~]?(?!=) | !={1,2} | -> | → | [：＝:] | (?<=["']),(?=\s?["']) | \((?=\s?@?["'`]) )"""
_SCHEMES = "bearer|basic|token|digest|oauth|apikey|api-key"
SIGN = re.compile(
    rf"""{_SIGN_ITSELF} [^\S\n]{{0,4}} (?:(?i:{_SCHEMES})[ :=]\s?)? (?:(?i:[@bruf])(?=["'`]))?""",
    re.VERBOSE,
)
"""Behind which the secret stands."""
TAG = re.compile(r"[\w-]{0,20}>(?:[^\S\n]{0,2}|\n\s{0,8}(?=\S{1,200}\s{1,8}</))(?=[^\s<])")
"""The same where the name is that of an element, and not of what is to be put in its place."""
_ANSWER = r"(?:\n{1,2}(?:[^\n:]{1,30}:[ ])?|[ ])(?:[–—-][ ])?\S{6,64}[ ]?(?:\n|$)"
"""A word that stands alone behind a question, but for the name of who says it."""
NEWS = (
    r"[ ](?:[Nn]ow|[Nn]ew|[Ii]t['’]s|[Тт]еперь|[Нн]овый|[Сс]ейчас|이제|새|지금은?|현재)(?=[ ,:])"
    r"(?=[^\n]{0,40}\d)"
)
"""How a sentence begins that tells the secret of which the one before says that it was changed."""
GOES_ON = re.compile(
    rf"\?(?={_ANSWER})|[.!](?={NEWS})|"
    r"[^\S\n]|-(?=[ ])|,(?=[ ][^\d\n]{1,80}\d)|[:：](?=\s)|[–—)]|\[(?=\d{4,8}\])|\s{1,4}\S+\s*?(?:\n|$)"
)
"""How a sentence may go on behind a name; on the next line only with one word that stands there alone."""

_ENDS = r"(?=\s|$)"
_WORD_BEHIND = r"[:–—](?![ ]{1,2}[«\"]?[a-zа-яё]{4,20}+[»\"]?(?=[\n.,;!)]|$))"
_RUN = r"[a-zа-яё가-힣 ,;/()_-]++"
"""Words of small letters, as long as they like: with no digit, no quote and no capital they are no secret,
but for one that ends a clause behind a sign."""
_FEW_LETTERS = rf"[A-Za-zА-Яа-яЁё]{{1,{LONGEST_WORD}}}+"
_SMALL_NUMBERS = r"(?!\d{3}[ -]\d{3}(?!\d)|\d\d-\d\d-\d\d(?!\d))\d{1,3}+(?:[-.:]\d{1,3}+){0,3}%?"
_OTHER_WORD = rf"(?<=\ )(?:{_FEW_LETTERS}|{_SMALL_NUMBERS})(?=[\s.,;:!?]|$)"
"""Another word that is none: letters, but not too many, or small numbers."""
_IS_LINK = "".join(
    rf"(?<!\b{re.escape(word)})" for word in sorted(LINKS | KEEPING | CHANGED_TO) if word.isalpha()
)
_CALM_TO_THE_END = rf"""
    (?=[ ,]) (?![ ]*[:=(-]) (?:{_RUN}|{_OTHER_WORD}|{_WORD_BEHIND})*+
    (?: [.!?]{_ENDS}(?!(?<=\?){_ANSWER}|{NEWS}) | $
      | (?<=[a-zа-яё가-힣])(?<![{"".join(TOPIC_ENDS)}]){_IS_LINK}\n(?!\S{{6,64}}\s*?(?:\n|$)) )
"""
"""Such words up to the end of a sentence, or of a line that does not lead over to the next, where
a word stands alone."""
_NAME = r"[A-Za-z]{1,15}+"
_NAMES = rf"(?!(?i:{_SCHEMES})){_NAME}(?:[-_.]{_NAME})"
_AFTER_NAMES = rf"[,;)}}\]\"']{{0,3}}{_ENDS}"
_CODE = rf"(?:\$[{{(]|[A-Za-z_]{{1,40}}+(?:\.[A-Za-z_]{{1,40}}+){{1,4}}[(\[])\S{{0,100}}+{_ENDS}"
_ASSIGNED = {
    Name.PASSWORD: rf"=[^\S\n]?(?:{_NAMES}{_AFTER_NAMES}|{_CODE})",
    Name.KEY: rf"[:=][^\S\n]?(?:{_NAMES}?{_AFTER_NAMES}|{_CODE})",
} | dict.fromkeys((Name.TOKEN, Name.API_KEY, Name.SECRET), rf"=[^\S\n]?(?:{_NAMES}?{_AFTER_NAMES}|{_CODE})")
"""Behind a sign, names and code that are no secrets."""


@cache
def _nothing(name: str) -> re.Pattern[str]:
    """What most often stands behind a name, and tells nothing; made when the first such name comes."""
    return re.compile(
        rf"""
        [A-Za-z0-9_$]{{0,{REACH}}}+ (?:{PARTICLES.pattern}|['’]s(?=[ ]))?+
        (?![ ][a-z]{{6,20}}{COPULA})
        (?: {_CALM_TO_THE_END}
          | \.(?![\w.$-]|{NEWS})                        # here the name ends
          | (?! \. | -(?![ ]) | [\w-]{{0,20}}> | {GOES_ON.pattern} | {_SIGN_ITSELF} )        # and here
          | ["']? \s? [=:] \s? ["']? {COVER}                       # its secret was taken out before
          | ["'`]? [^\S\n]? {_ASSIGNED[Name[name]]}
          | [ ] (?:[a-zа-яё가-힣]{{1,{LONGEST_WORD}}}+[ ])??      # it is of something that a secret has
            (?!(?:re)?set[ ]to[ ])
            (?:{any_of(*ATTRIBUTES).pattern}) [{re.escape(AROUND_WORDS)}]{{0,3}} {_ENDS}
        )
        """,
        re.VERBOSE,
    )


_SIGHT = 400
"""Characters behind a name that may matter, and more."""


def is_nothing_behind(text: str, name: re.Match[str]) -> bool:
    """Whether it is plain that nothing behind a match of `NAMES` tells its secret."""
    end = name.end()
    return _nothing(str(name.lastgroup)).match(text, end, end + _SIGHT) is not None
