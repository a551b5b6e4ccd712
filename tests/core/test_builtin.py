"""The judge without a network: what it calls outdated, where it asks, and what it leaves alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.builtin import Ground, Opinion, judge
from core.builtin_model import BuiltIn
from core.cues import each
from tests.quality.judge import Figures, confusion, decisions, notes

PAIRS = notes()
WORDS = each(
    """
    now теперь 이제 not не 않는다 from с вместо 대신 instead of Friday пятницу 금요일 May 10:30 10시에
    3월 3일 14 a the и and на в : ? . , — Anna Аня 김민수는 office офис 사무실은 moved переехал 옮겼다
    if если 오면 also тоже 도 plan to хотим 싶다 부터 까지 에서 ፩ ² no longer 더 이상
    """
)
texts = st.one_of(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join), st.text(max_size=40))
known = st.sampled_from(sorted({text for pair in PAIRS for text in (pair.old, pair.new)}))


def ground(old: str, new: str) -> Ground | None:
    """What the judge says of one older record."""
    return dict(judge(new, [old]).grounds).get(0)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The release is on Friday", "The release is now on Monday"),
        ("Standup is at 10:00", "Standup is at 10:30"),
        ("The office is on Baker Street 12", "The office has moved to King's Road 40"),
        ("Payments are handled by Anna", "Payments are now handled by Mark"),
        ("On call: Lena", "On call now: Tom"),
        ("Релиз в пятницу", "Релиз перенесли на понедельник"),
        ("За платежи отвечает Аня", "За платежи теперь отвечает Марк"),
        ("staging выкатывается через scp", "staging теперь выкатывается через systemd-юнит app-staging"),
        ("릴리스 담당은 안나다", "이제 릴리스 담당은 보리스다"),
        ("Склад закрывается в 18:00", "С июня склад закрывается в 20:00"),
        ("Лимит — 100 запросов в минуту", "Лимит — 250 запросов в минуту"),
        ("배포는 금요일에 한다", "배포가 월요일로 변경됐다"),
        ("창고는 18시에 닫는다", "6월부터 창고는 20시에 닫는다"),
        ("배포 동결은 3월 3일까지이다", "배포 동결은 3월 10일까지이다"),
    ],
)
def test_the_same_with_another_value_makes_the_old_one_outdated(old: str, new: str) -> None:
    assert ground(old, new) is Ground.VALUE_REPLACED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We use Jenkins for CI", "We switched from Jenkins to GitHub Actions for CI"),
        ("The on-call person is Lena", "Instead of Lena, the on-call person is Tom"),
        ("The plumber comes on Thursday", "The plumber comes not on Thursday but on Friday"),
        ("Макеты лежат в Dropbox", "Макеты переехали из Dropbox в Figma"),
        ("Отчёты отправляем Дане", "Отчёты теперь отправляем Феликсу, а не Дане"),
        ("세션 타임아웃은 15분이다", "세션 타임아웃을 15분에서 30분으로 늘렸다"),
        ("당직은 이수진이다", "당직은 이수진 대신 최현우이다"),
        ("The standup is at 10:00 on weekdays.", "The standup has moved to 11:00, no longer at 10:00."),
        ("We use Postgres 14 for billing", "We no longer use Postgres 14 for billing, now it is Postgres 16"),
        ("Anna leads releases", "Anna no longer leads releases, and Boris leads releases now"),
        ("За релизы отвечает Анна", "За релизы больше не отвечает Анна, теперь отвечает Борис"),
        ("Стендап в 10:00 по будням", "Стендап перенесли на 11:00, больше не в 10:00"),
        ("안나가 릴리스를 담당한다", "안나는 더 이상 릴리스를 담당하지 않고 이제 보리스가 담당한다"),
        ("스탠드업은 평일 10시에 한다", "스탠드업은 11시로 옮겼고 더 이상 10시에 하지 않는다"),
        ("릴리스 담당은 안나다", "릴리스 담당은 이제 안나가 아니라 보리스다"),
        ("문서는 Confluence에 있다", "문서는 이제 Confluence가 아니라 Notion에 있다"),
        ("서버는 서울에 있다", "서버는 더 이상 서울에 없고 이제 부산에 있다"),
        ("Backups are kept in Dublin", "Backups are no longer kept in Dublin but in Frankfurt"),
    ],
)
def test_naming_what_is_replaced_makes_it_outdated(old: str, new: str) -> None:
    assert ground(old, new) is Ground.REPLACEMENT_NAMED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The retro takes place on Thursdays", "The retro no longer takes place on Thursdays"),
        ("Sara works in Lisbon", "Sara doesn't work in Lisbon anymore"),
        ("Ретро проходит по четвергам", "Ретро больше не проходит по четвергам"),
        ("회고는 목요일에 한다", "회고는 더 이상 목요일에 하지 않는다"),
    ],
)
def test_saying_that_it_holds_no_more_makes_it_outdated(old: str, new: str) -> None:
    assert ground(old, new) is Ground.NO_LONGER_SO


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Payments are handled by Anna.", "Anna handles payments"),
        ("За платежи отвечает Аня", "Аня отвечает за платежи!"),
        ("배포는 금요일에 한다", "금요일에 배포한다"),
    ],
)
def test_other_forms_and_another_order_say_the_same(old: str, new: str) -> None:
    assert ground(old, new) is Ground.SAYS_THE_SAME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Wi-Fi password: sunrise", "Wi-Fi password: moonlight"),
        ("Emily Carter — Residence: Chicago, USA", "Emily Carter — Residence: Naples, Italy"),
        ("Emily Carter — Birthdate: 2003-09-12", "Emily Carter — Birthdate: 2001-04-05"),
        ("Lee — Name: Lee Min-jun", "Lee — Name: Official records show they changed it to Lee Min-soo"),
        ("The designer is Kim", "The designer is Park"),
        ("Дизайнер — Ким", "Дизайнер — Пак"),
        ("Anna works on Fridays", "Anna does not work on Fridays"),
        ("Ivan is the treasurer", "The treasurer is now Sergey"),
        ("As of May rent is due on the 1st", "As of June rent is due on the 1st"),
        ("Staging is deployed with scp by hand", "Staging is now deployed with the systemd unit app-staging"),
        ("staging выкатывается вручную через scp", "staging выкатывается через systemd-юнит app-staging"),
        ("Anna leads releases", "In Europe, Anna no longer leads releases"),
        ("Standup is at 10:00", "The evening standup has moved to 11:00, no longer at 10:00"),
        ("A build takes 10 minutes", "A build takes no longer than 10 minutes"),
    ],
)
def test_what_may_be_a_new_value_or_a_false_one_is_asked(old: str, new: str) -> None:
    assert ground(old, new) is Ground.MAY_CONTRADICT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Anna works from home", "Mark now works from home"),
        ("Телефон Петра 555-0101", "Телефон Ольги теперь 555-0177"),
        ("Staging runs on port 5432", "Production runs on port 6432 now"),
        ("На проде 8 реплик", "На стейдже теперь 2 реплики"),
        ("Olga speaks French", "Olga speaks Spanish too"),
        ("카드 결제를 받는다", "카카오페이 결제도 받는다"),
        ("Standup is at 10:00", "If it is a holiday, standup is at 12:00"),
        ("연습은 5시에 한다", "비가 오면 연습은 6시에 한다"),
        ("The release is on Friday", "Is the release now on Monday?"),
        ("배포는 금요일에 한다", "배포는 월요일에 하나요"),
        ("We run Postgres 14", "We plan to upgrade to Postgres 16"),
        ("Лендинг сделан на Gatsby", "Лендинг надо бы сделать на Astro"),
        ("Payments are handled by Anna", "Payments used to be handled by Mark"),
        ("Срок сдачи отчёта 3 мая", "Говорят, срок сдачи отчёта 10 мая"),
        ("Обед привозят в полдень", "Сегодня обед привозят в два часа"),
        ("Sprint 14 ends on Friday", "Sprint 15 ends on Friday"),
        ("Заказ 5512 отправлен", "Заказ 5513 отправлен"),
        ("회의실 301호에는 프로젝터가 있다", "회의실 302호에는 프로젝터가 있다"),
        ("Sara visited us in 2024", "Sara visited us in 2025"),
        ("Rent for April 5400", "Rent for May 5900"),
        ("Anna leads releases", "Anna no longer leads sprints, Boris leads sprints now"),
        ("Anna leads releases", "Anna no longer leads releases on Fridays"),
        ("Anna leads releases", "Anna no longer leads only releases, now she leads sprints"),
        ("За релизы отвечает Анна", "За релизы отвечает уже не только Анна"),
        ("안나가 릴리스를 담당한다", "이제 안나만 릴리스를 담당하지 않는다"),
        ("Staging uses Postgres 14", "Production no longer uses Postgres 14, now it is Postgres 16"),
        ("The standup is at 10:00", "The standup has not moved to 11:00, it is still at 10:00"),
        ("We use Postgres 14", "If the load grows, we no longer use Postgres 14"),
        ("We use Postgres 14", "Do we no longer use Postgres 14?"),
        ("Используем Postgres 14", "Хотим больше не использовать Postgres 14"),
        ("문서는 Confluence에 있다", "문서는 이제 Confluence에만 있지 않고 Notion에도 있다"),
        ("Аня не отвечает за релизы Бори", "Аня больше не отвечает за релизы"),
        ("Планёрка в 9:30", "Планёрка больше не опаздывает, начинаем в 9:30"),
    ],
)
def test_another_matter_leaves_the_old_one_alone(old: str, new: str) -> None:
    assert ground(old, new) is None


def test_what_is_related_is_linked_by_how_much_it_shares() -> None:
    opinion = judge(
        "The release of the shop is planned by Anna",
        ["Anna plans the release", "The release of the shop is late", "Lunch is pizza"],
    )
    weights = dict(opinion.related)
    assert set(weights) == {0, 1}
    assert weights[0] > weights[1] > 0


def test_a_long_text_with_another_value_is_asked_and_never_outdated() -> None:
    long = " ".join(f"rule{number} holds for team{number}" for number in range(20))
    assert ground(f"{long} until Friday", f"{long} until Monday") is Ground.MAY_CONTRADICT
    assert ground(long, long) is Ground.SAYS_THE_SAME
    assert ground(long, "rule1 now holds for team2") is None


def test_without_candidates_there_is_nothing_to_say() -> None:
    assert judge("The release is on Friday", []) == Opinion()


@pytest.mark.parametrize("text", ["", "?!", "ㅋㅋ", "a" * 100_000, "가" * 100_000, "1 " * 10_000, "не " * 39])
def test_texts_of_any_kind_and_length_are_judged(text: str) -> None:
    assert judge(text, [text, "The release is on Friday"]).outdated == ()


@given(texts, st.lists(st.one_of(texts, known), max_size=4))
def test_each_candidate_is_judged_by_itself_and_in_one_way(new: str, candidates: list[str]) -> None:
    opinion = judge(new, candidates)
    assert sorted((*opinion.outdated, *opinion.same, *opinion.asks)) == [one for one, _ in opinion.grounds]
    assert not set(opinion.outdated) & {number for number, _ in opinion.related}
    assert all(0 < weight <= 1 for _, weight in opinion.related)
    for number, candidate in enumerate(candidates):
        alone = judge(new, [candidate])
        assert dict(alone.grounds).get(0) is dict(opinion.grounds).get(number)
        assert dict(alone.related).get(0) == dict(opinion.related).get(number)


@given(st.one_of(texts, known), st.one_of(texts, known))
def test_saying_the_same_is_mutual_and_nothing_refutes_itself(one: str, other: str) -> None:
    assert judge(one, [other]).same == judge(other, [one]).same
    assert not judge(one, [one]).outdated


async def test_of_ordinary_notes_hardly_any_is_called_outdated_wrongly() -> None:
    figures = Figures.of(confusion(PAIRS, await decisions(BuiltIn(), PAIRS)), "update")
    assert figures.given >= 20
    assert figures.right / figures.given >= 0.95
