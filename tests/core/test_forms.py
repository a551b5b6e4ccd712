"""Families of words: the forms of daily work meet, false friends stay apart, and nothing makes a family
fail."""

import unicodedata
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.forms import Endings
from core.words import family, normalise
from tests.quality.forms import HALVES, LANGUAGES, Quality, pairs


def families(forms: str) -> set[str]:
    """The families of some words."""
    return {family(normalise(word)) for word in forms.split()}


def test_endings_of_a_word_come_the_longest_first_and_may_be_all_of_it() -> None:
    endings = Endings(["ed", "d", "ated", "x"])
    assert endings.of("created") == ("ated", "ed", "d")
    assert endings.of("ed") == ("ed", "d")
    assert endings.of("d") == ("d",)
    assert endings.of("key") == endings.of("") == ()


@pytest.mark.parametrize(
    "forms",
    [
        "деплой деплоя деплою деплоем деплоить задеплоен",
        "бэкап бэкаплю забэкаплен забэкапленный",
        "коммит коммите коммичу закоммичен",
        "мерж смержить смержен смержена",
        "апдейт апдейчен",
        "пофиксить пофикшен фикшу",
        "рефакторить отрефакторить отрефакторен",
        "скипать скипающий скипну скипнул",
        "ретрай ретраем ретраить",
        "прод проде прода",
        "стейджинг стейджинга",
        "релиз релиза релизный релизим",
        "бэкап бэкапы",
        "конфиг конфиге",
        "докер докере",
        "тикет тикеты",
        "лог логи логов",
        "ключ ключи ключей",
        "выкатить выкатили выкатывается выкатка",
        "день дня дней",
        "ошибка ошибок",
        "отчёт отчета",
        "идти шёл",
        "человек люди",
        "хороший лучше",
        "пишу писать",
        "хожу ходить",
        "помогу помочь помогать помощь",
        "рука ручной",
        "ребёнок дети",
        "обсудить обсуждать обсуждение обсуждён",
        "отправлю отправить отправлять отправка",
        "перейти переходить переход перешли",
        "открытый открыть открывать",
        "коммит коммиты коммитить коммитим",
        "Катя Кате Катей",
        "Кузнецов Кузнецова Кузнецовым",
        "накладная накладной накладных",
        "стек стеки стека",
        "запустить запустился",
        "тестировать тестировщик",
        "короткий короче",
        "ревью ревьюить ревьюер",
        "протестировать тестировать протестируем",
        "запланировать планировать спланировали",
        "сделать делать сделали",
        "оставаться остаться остаётся",
        "появляться появиться появление",
        "свернуть сворачивать",
        "продлить продлевать",
        "разместить размещать размещение",
        "возникнуть возникновение",
        "предложить предложен",
        "откатить откатывание",
        "мигрировать мигрирован",
        "произойти происходит",
        "семья семейный",
        "прогнать прогонять прогон",
        "выложить выкладка",
        "сериализовать сериализация",
        "публиковать опубликовать",
        "стопать застопать",
        "залочить залочен",
        "апстрим апстрима",
        "гейтвей гейтвея гейтвею",
        "постмортем постмортема",
        "эскалировать эскалация эскалировали",
        "аутентифицировать аутентификация",
        "таможня таможенный",
        "подтянуть подтягивать",
        "нанять найм наём",
        "приобрести приобретать приобретение",
        "релизный релизную",
        "хешировать хеширование",
        "валидировать провалидировать валидация",
        "деплоить задеплою",
        "стейджинг стейджинговый",
        "запас запасать запасти",
        "спасать спасти спас",
        "ползать ползти",
        "деплоить передеплоим",
        "парсить спарсили парсер парсинг",
        "юзать юзаем юзает",
        "чекнуть чекни чекнет чекай",
        "загуглить загугли гуглит",
        "пофиксить пофикси",
        "логинить логинит залогинит",
        "запостить запощен",
        "админка админок админкой",
        "блок заблочить",
        "красивый красив",
        "точный точен",
        "кот коты котов",
        "час часы часами",
        "время временами",
        "устав устава уставом",
        "чёрт черти чертей",
        "друг другом",
        "аналитик аналитика аналитики",
        "кинуть кидать",
        "сдвинуть сдвигать сдвиг",
        "выдвинуть выдвигать",
        "прервать прерывать",
        "оторвать отрывать",
        "обмануть обманывать",
        "разойтись расходиться",
        "проснуться просыпаться",
        "наблюдать наблюдение",
        "привлечь привлечение",
        "участвовать участие",
        "сотрудник сотрудница сотрудничество",
        "заключить заключительный",
        "служба служебный",
        "земля земельный",
        "ядро ядерный",
        "угол угловой",
        "дворец дворцовый",
        "Новосибирск новосибирский",
        "Америка американский",
        "шахматы шахматный",
        "центр центральный",
        "онлайн онлайне",
        "геймплей геймплея геймплеем",
        "впн впна впном",
        "тикток тиктока",
        "продакшн продакшну продакшном",
        "рендер рендерить рендеринг",
        "призвать призыв",
        "взорвать взрыв",
        "солнце солнечный",
        "разделить разделять",
        "пропустить пропускать",
        "пострадать страдать",
        "слесарь слесаря",
        "петля петли петель",
        "write wrote written writing writes",
        "overhear overheard",
        "policeman policemen",
        "panic panicked panicking",
        "precede preceding",
        "guide guided",
        "restore restored",
        "menu menus",
        "tourist tourism",
        "relevant relevance",
        "go went gone",
        "mouse mice",
        "child children",
        "index indices indexes",
        "analysis analyses",
        "stop stopped stopping",
        "copy copies copied",
        "deploy deployed deployment deployments deploying deployable",
        "organise organize organisation organization",
        "handle handled handling",
        "converge convergence convergent",
        "correspond correspondence",
        "infer inferred inference",
        "persist persistent persistence",
        "revoke revoked revocation",
        "demolish demolition",
        "mandate mandatory",
        "promote promotion",
        "supervise supervisor supervision",
        "stable stability stabilize",
        "배포 배포는 배포를 배포합니다 배포했어요",
        "서버 서버에서 서버에서는",
        "회의 회의록",
        "회의록 회의록을",
        "돕다 도와요",
        "듣다 들었어요",
        "모르다 몰라요",
        "바꾸다 바꿨습니다",
        "가다 갔어요",
        "올리다 올렸어요",
        "지키다 지켜요 지켰습니다",
        "쉽다 쉬워요 쉬운",
        "준비 준비하셨습니다",
        "고객 고객들에게는",
        "열다 엽니다 여는",
        "역 역에서 역까지",
        "페이지 페이지만",
        "내일 내일까지만",
        "먹다 먹고있어요 먹어봤어요 먹길래",
        "가볍다 가벼운 가벼우셨어요 가벼울수록",
        "하얗다 하얀 하얘요",
        "배포 배포중 배포중인 배포하더라도 배포하고자 배포되신 배포했겠지",
        "서비스 서비스야",
        "정확하다 정확히",
        "꾸준하다 꾸준히",
        "캐시 캐시는 캐시를",
        "찾아내다 찾아냄",
        "끌어내다 끌어낸 끌어낼",
        "비워두다 비워둔",
        "이어지다 이어짐",
        "닫히다 닫힌 닫힐",
        "섞이다 섞인 섞임",
        "늘리다 늘린 늘릴",
        "모으다 모읍니다",
        "먹다 먹고자",
        "빼내다 빼낸",
        "api API를 API에서는",
    ],
)
def test_forms_of_a_word_meet(forms: str) -> None:
    assert len(families(forms)) == 1


@pytest.mark.parametrize(
    "words",
    [
        "порт портрет",
        "код кодекс",
        "план планета",
        "цель целый",
        "простой простить",
        "иван иванов",
        "корейский кора",
        "профайл файл",
        "стрим трим",
        "настроение настроить",
        "заместить заметить",
        "протестировать протест",
        "сделка сделать",
        "семья семь",
        "семья семя",
        "петя петь",
        "вкладка вложить",
        "растянуть растение",
        "держать дерзать",
        "раннер ранний",
        "вернуть верить",
        "опасаюсь опадает",
        "переживать пережимать",
        "переживал пережимал",
        "проживать прожимать",
        "прижиться прижиматься",
        "прижить прижимать",
        "развивать развевать",
        "развитие развевать",
        "расходы расхождения",
        "слеза слезать",
        "покушение покусать",
        "выпас выпадать",
        "выпас выпал",
        "последовательный следует",
        "ловить пойма",
        "украсть украсить",
        "выкрасить выкрасть",
        "проваляться провалить",
        "сложить сложный",
        "пробить пробыть проба",
        "прибить прибыть",
        "минский мина",
        "польский пол",
        "завод заводить",
        "дорогой дорога",
        "триал три",
        "сравнить сравнять",
        "отделить отделать",
        "такси такса",
        "радио радий",
        "отмерить отмереть",
        "масса массаж",
        "сказка сказать",
        "плен плёнка",
        "кот котировка",
        "животный живот",
        "Грузия грузить",
        "резка резкий",
        "гамбург гамбургер",
        "разведение разведать",
        "пот потом",
        "서버 서비스",
        "도시는 돌다",
        "실수 싣다",
        "맥주 맥",
        "로그 로그인",
        "집중 집",
        "폴더라도 폴",
        "리더라도 리",
        "우려감 우려가",
        "파일 파인",
        "페이지 페이",
        "기본 기보에",
        "자본 자보",
        "도보 도본",
        "세가 세간에",
        "서서히 서서",
        "서서히 서다",
        "최고자 최",
        "투고자 투",
        "기고자 기",
        "해고자 해",
        "port portrait",
        "general generous",
        "plan plane planet",
        "university universe",
        "hop hope",
        "import important",
        "rest restore",
        "comment commence",
        "detour deter",
        "curious cure",
        "labor laboratory",
        "emerge emergency",
        "vocal vocation",
        "entry enter",
        "variable various variant vary",
        "register registry",
    ],
)
def test_false_friends_stay_apart(words: str) -> None:
    for one, other in combinations(words.split(), 2):
        assert family(normalise(one)) != family(normalise(other))


@pytest.mark.parametrize(
    ("language", "part"),
    sorted(
        {(language, pair.half) for language in LANGUAGES for pair in pairs(language) if pair.half != "tuned"}
    ),
)
def test_words_that_no_rule_was_fitted_to_meet_as_they_ought_to(language: str, part: str) -> None:
    quality = Quality.of([pair for pair in pairs(language) if pair.half == part])
    assert quality.recall >= 0.95
    assert quality.precision >= 0.98


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_are_large_enough_to_tell(language: str) -> None:
    table = [pair for pair in pairs(language) if pair.half in HALVES]
    verdicts = [pair.verdict for pair in table]
    assert verdicts.count("same") >= 200
    assert verdicts.count("different") >= 100
    kinds = {pair.kind: {each.word for each in table if each.kind == pair.kind} for pair in table}
    assert min(map(len, kinds.values())) >= 20
    assert {pair.half for pair in table} == set(HALVES)


written = st.one_of(
    st.text(),
    st.text("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", max_size=14),
    st.text("abcdefghijklmnopqrstuvwxyz", max_size=14),
    st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), max_size=8),
    st.text("가다하되시이었습니는을를으로에서요 했됐네도a1", max_size=10),
    st.tuples(st.sampled_from(["пере", "вы", "за", "кат", "ключ"]), st.text("аеилнтьыйся", max_size=8)).map(
        "".join
    ),
    st.tuples(st.sampled_from(["deploy", "plan", "us", "hop"]), st.text("edingsrlyatio", max_size=8)).map(
        "".join
    ),
)


@given(written)
@example("ая")
@example("АЮ")
def test_every_text_has_a_family_however_it_is_written(text: str) -> None:
    word = normalise(text)
    kin = family(word)
    assert bool(kin) is bool(word)
    for other in (
        text.upper().lower(),
        unicodedata.normalize("NFD", text),
        unicodedata.normalize("NFKC", text),
    ):
        if normalise(other) == word:
            assert family(normalise(other)) == kin


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ОТЧЁТЫ", "отчеты"),
        ("ＤＥＰＬＯＹＳ", "deploys"),
        ("배포했어요", unicodedata.normalize("NFD", "배포했어요")),
    ],
)
def test_case_width_and_composition_make_no_other_family(one: str, other: str) -> None:
    assert families(one) == families(other)
