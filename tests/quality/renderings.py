"""MemConflict's "person — field: value" put in other words, without the name of the field."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Statement:
    """A statement of MemConflict, taken apart."""

    person: str
    field: str
    value: str

    @classmethod
    def parse(cls, text: str) -> "Statement":
        """Read "person — field: value"."""
        person, _, rest = text.partition(" — ")
        field, _, value = rest.partition(":")
        return cls(person, field, value.strip())

    def __str__(self) -> str:
        return f"{self.person} — {self.field}: {self.value}".strip()


# For each field that changes: how people say it, and how they say that it has changed.
Said = Mapping[str, tuple[str, str]]
_SAID: Said = {
    "Marital Status / Status": ("{p} is {v} as far as love goes", "Love life of {p}: {v} now"),
    "Work Status / Current State": ("At the office {p} is {v}", "{p} is {v} at the office these days"),
    "Social Relationships / Social Status / Current State": (
        "Among friends {p} is {v}",
        "{p} is now {v} among friends",
    ),
    "Career Status / Company Name": ("{p} is employed at {v}", "{p} got hired by {v}, employed there now"),
    "Residence": ("{p} lives in {v}", "{p} now lives in {v}, moved there"),
    "Career Status / Job Title": ("{p} holds the rank of {v}", "{p} was given the rank of {v}"),
    "Career Status / Monthly Income": (
        "{p} earns {v} every four weeks",
        "{p} earns {v} since the last raise",
    ),
    "Career Status / Industry": ("{p} makes a living in the {v} sector", "{p} went over to the {v} sector"),
    "Career Status / Company Type": ("The employer of {p} is a {v}", "The new employer of {p} is a {v}"),
    "Career Status / Savings Amount": ("{p} has {v} put aside in the bank", "In the bank {p} has {v} by now"),
    "Career Status / Employment Status": ("{p} earns a living as {v}", "{p} now makes a living as {v}"),
    "Health Status / Mental Health": ("{p} feels {v} inside", "Inside, {p} feels {v} lately"),
    "Health Status / Physical Health": ("The body of {p} is {v}", "{p} has a body that is {v} now"),
    "Children Status / Status": ("As a parent {p} is {v}", "{p} became a parent: {v}"),
}
# Written when the choice of candidates stood, to judge it alone.
_ASIDE: Said = {
    "Marital Status / Status": ("When it comes to romance, {p} is {v}", "Romance update: {p} has become {v}"),
    "Work Status / Current State": (
        "{p} is {v} during working hours",
        "{p}'s working hours look {v} at the moment",
    ),
    "Social Relationships / Social Status / Current State": (
        "In the company of other people {p} is {v}",
        "{p} has turned {v} in the company of others",
    ),
    "Career Status / Company Name": ("{p} works for {v}", "{p} left and started to work for {v}"),
    "Residence": ("Home of {p} is in {v}", "{p} has made a new home in {v}"),
    "Career Status / Job Title": ("The position {p} has is {v}", "{p} has moved to a {v} position"),
    "Career Status / Monthly Income": (
        "{p} takes home {v} a month",
        "Starting this month {p} takes home {v}",
    ),
    "Career Status / Industry": ("{p} does business in {v}", "{p} switched to the {v} business"),
    "Career Status / Company Type": ("{p} goes to work at a {v}", "{p} goes to a {v} from now on"),
    "Career Status / Savings Amount": (
        "{p} keeps {v} for a rainy day",
        "What {p} keeps for a rainy day is {v} today",
    ),
    "Career Status / Employment Status": (
        "As for a job, {p} is {v}",
        "{p} has changed to {v} as for the job",
    ),
    "Health Status / Mental Health": ("The mood of {p} is {v}", "{p} has gone to a {v} mood"),
    "Health Status / Physical Health": (
        "Doctors say {p} is {v}",
        "After the check-up the doctor says {p} is {v}",
    ),
    "Children Status / Status": ("With regard to kids, {p} is {v}", "{p} and kids: {v} now"),
}
_RUSSIAN: Said = {
    "Marital Status / Status": ("В личной жизни {p} сейчас {v}", "Личная жизнь: {p} теперь {v}"),
    "Work Status / Current State": ("На службе {p} обычно {v}", "{p} на службе стал {v}"),
    "Social Relationships / Social Status / Current State": (
        "В кругу друзей {p} — {v}",
        "{p} теперь {v} среди друзей",
    ),
    "Career Status / Company Name": ("{p} работает в фирме {v}", "{p} перешёл в фирму {v}"),
    "Residence": ("{p} живёт в городе {v}", "{p} переехал и живёт теперь в {v}"),
    "Career Status / Job Title": ("{p} занимает должность {v}", "Новая должность, которую получил {p}: {v}"),
    "Career Status / Monthly Income": ("{p} зарабатывает {v} в месяц", "С этого месяца {p} зарабатывает {v}"),
    "Career Status / Industry": ("{p} трудится в отрасли {v}", "{p} сменил отрасль на {v}"),
    "Career Status / Company Type": (
        "Работодатель, у которого {p}, — это {v}",
        "У {p} новый работодатель: {v}",
    ),
    "Career Status / Savings Amount": ("{p} отложил на чёрный день {v}", "На чёрный день у {p} отложено {v}"),
    "Career Status / Employment Status": ("{p} по роду занятий {v}", "{p} сменил род занятий: {v}"),
    "Health Status / Mental Health": ("На душе у {p} {v}", "{p}: теперь на душе {v}"),
    "Health Status / Physical Health": ("Телом {p} {v}", "{p} стал телом {v}"),
    "Children Status / Status": ("Дети: {p} {v}", "{p} о детях говорит {v}"),
}
_KOREAN: Said = {
    "Marital Status / Status": ("{p}의 연애는 {v} 상태다", "{p}는 연애에서 이제 {v}"),
    "Work Status / Current State": ("사무실에서 {p}는 {v}", "{p}는 요즘 사무실에서 {v}"),
    "Social Relationships / Social Status / Current State": (
        "친구들 사이에서 {p}는 {v}",
        "{p}는 이제 친구들에게 {v}",
    ),
    "Career Status / Company Name": ("{p}는 {v}에 다닌다", "{p}는 이직해서 {v}에 다니게 되었다"),
    "Residence": ("{p}는 {v}에 산다", "{p}는 이사해서 지금 {v}에 산다"),
    "Career Status / Job Title": ("{p}의 직급은 {v}", "{p}가 새 직급 {v}을 받았다"),
    "Career Status / Monthly Income": ("{p}는 한 달에 {v} 번다", "이번 달부터 {p}는 {v} 번다"),
    "Career Status / Industry": ("{p}는 {v} 분야에서 일한다", "{p}는 {v} 분야로 옮겼다"),
    "Career Status / Company Type": ("{p}의 고용주는 {v}이다", "{p}의 새 고용주는 {v}"),
    "Career Status / Savings Amount": ("{p}는 통장에 {v} 모았다", "{p}의 통장에는 이제 {v}"),
    "Career Status / Employment Status": ("{p}의 생업은 {v}", "{p}는 생업을 {v}로 바꿨다"),
    "Health Status / Mental Health": ("{p}의 기분은 {v}", "{p}는 기분이 {v}로 변했다"),
    "Health Status / Physical Health": ("{p}의 몸은 {v}", "{p}는 몸이 {v}가 되었다"),
    "Children Status / Status": ("부모로서 {p}는 {v}", "{p}는 부모로서 이제 {v}"),
}


@dataclass(frozen=True)
class Rendering:
    """How records are put: the older ones, and the new one."""

    name: str
    said: Said
    changed: bool = False
    """Whether the new one is put as a change."""

    def as_old(self, statement: Statement) -> str:
        """An older record."""
        return _put(self.said, statement, 0)

    def as_new(self, statement: Statement) -> str:
        """The new record."""
        return _put(self.said, statement, 1 if self.changed else 0)


def _put(said: Said, statement: Statement, way: int) -> str:
    ways = said.get(statement.field)
    return str(statement) if ways is None else ways[way].format(p=statement.person, v=statement.value)


RENDERINGS = (
    Rendering("as given", {}),
    Rendering("said in a sentence", _SAID),
    Rendering("a change said in other words", _SAID, changed=True),
    Rendering("kept aside, in a sentence", _ASIDE),
    Rendering("kept aside, in other words", _ASIDE, changed=True),
    Rendering("in Russian, in other words", _RUSSIAN, changed=True),
    Rendering("in Korean, in other words", _KOREAN, changed=True),
)
