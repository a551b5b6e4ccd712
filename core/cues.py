"""Words that tell how a statement is meant: a change, a plan, a question, a condition.

Words of the languages themselves, never names of what people keep records about. Everything here is pure.
Source: SPEC section 7, point 9.
"""

import re
from enum import Flag, auto
from functools import lru_cache
from typing import NamedTuple

from core.words import INFLECTED_UP_TO, family, is_hangul, normalise


class Cue(Flag):
    """What a word, or a turn of phrase, says about the statement that it stands in."""

    NONE = 0
    NOW = auto()
    """It holds now, and perhaps something else held before."""
    CHANGE = auto()
    """It came to hold, and something else held before."""
    MOVED = auto()
    """It came to be at another place, or at another time."""
    FROM = auto()
    """What stands beside it is what held before."""
    INSTEAD = auto()
    """It holds in the place of what stands beside it."""
    NEGATION = auto()
    NO_MORE = auto()
    """With a negation: it held until now."""
    ENDED = auto()
    """It held until now, and does not any more."""
    ADDITION = auto()
    """It holds beside something else."""
    ONLY = auto()
    """Nothing else holds. With a negation: something else holds beside it."""
    CONDITION = auto()
    """It holds in some cases."""
    PLAN = auto()
    """It may hold some day."""
    WILL = auto()
    """It is to hold, and something else may hold until then."""
    QUESTION = auto()
    PAST = auto()
    """It held once."""
    DOUBT = auto()
    """Somebody says so, or believes so."""
    PASSING = auto()
    """It holds for a day or a while."""
    JUST = auto()
    """It happened yesterday."""
    ENVIRONMENT = auto()
    """It names one of several places in which the same software runs."""
    MEASURE = auto()
    """A number, or a point in time."""
    DAY = auto()
    """A weekday or a month."""
    MANY = auto()
    """Several may hold at once of what it tells: one speaks, sells, supports this and that."""
    USES = auto()
    """It is used, perhaps beside something else."""
    SOLE = auto()
    """One alone does what it tells: one is responsible, leads, is on duty."""
    BROKEN = auto()
    """It does not work."""
    MENDED = auto()
    """It works again, or is done at last."""
    YET = auto()
    """With a negation: it is still to come."""
    BY_HAND = auto()
    """People do it, and no machine."""
    LIGHT = auto()
    """It carries no subject: to be, to take place, to be kept somewhere."""


def each(text: str) -> tuple[str, ...]:
    """The words of a list that is written as a text."""
    return tuple(text.split())


# A word ending in `*` stands for all that begin so; `_` joins words of a phrase.
_WORDS: dict[Cue, str] = {
    Cue.NOW: """
        became now nowadays henceforth from_now_on as_of effective and_now these_days
        стал стала стало стали теперь отныне нынче уже с_этого_момента и_теперь
        이제 이제는 이젠 앞으로 앞으로는 이제부터 현재는
    """,
    Cue.CHANGE: """
        moved changed switched migrated replaced upgraded downgraded renamed raised lowered increased
        decreased reduced cut extended shortened prolonged renewed postponed delayed rescheduled transferred
        relocated updated bumped shifted pushed dropped doubled halved grew rose fell converted
        swapped took_over taken_over handed_over went_up went_down gone_up gone_down replaces abandoned
        tightened relaxed slipped rerouted redirected reassigned promoted demoted
        instead instead_of rather_than in_place_of
        вместо взамен отказались
        대신 말고 아니라 아닌 아니고
    """,
    Cue.MOVED: """
        moved relocated shifted transferred
    """,
    Cue.FROM: """
        from off and_not instead_of rather_than in_place_of replaces replaced replacing dropped abandoned
        вместо взамен а_не с со из от отказались
    """,
    Cue.INSTEAD: """
        instead_of rather_than in_place_of replaces replaced
        вместо взамен а_не
        대신 말고 아니라 아닌 아니고
    """,
    Cue.NEGATION: """
        not never no none cannot without no_longer_than no_more_than not_more_than
        не нет нельзя никогда ни без не_больше не_более
        안 못 않* 없* 아니다 아닙니다 아니에요 아니고 못하* 못한*
    """,
    Cue.NO_MORE: """
        anymore any_more any_longer
        больше уже
        이제 이제는 이젠 더_이상 더는 더이상
    """,
    Cue.ENDED: """
        no_longer cancelled canceled discontinued abolished lifted scrapped
        отменен отменена отменено отменены отменили упразднили прекратили перестал перестала перестало
        перестали
        취소* 폐지* 중단* 그만두* 그만뒀*
    """,
    Cue.ADDITION: """
        also too additionally besides another extra further plus and both as_well in_addition along_with
        также тоже еще дополнительно кроме помимо вдобавок и плюс вместе
        추가로 추가* 외에 외에도 또 또한 역시 더 및 하고 그리고 함께
    """,
    Cue.ONLY: """
        only just solely merely exclusively alone
        только лишь исключительно
    """,
    Cue.CONDITION: """
        or if unless when whenever while during except otherwise provided in_case
        или если когда пока при иначе во_время в_случае кроме_случаев только_если
        때 때는 때에는 때만 경우 경우* 동안 기간에 기간에는 기간중 한해
    """,
    Cue.PLAN: """
        plan_to plans_to planned_to planning_to plan_on want wants wish* should shall may might could would
        maybe perhaps probably possibly likely suggest* propos* think thinks thinking idea ideas consider*
        hope* hoping intend* going_to aim aims lets ought discussing todo someday next_year next_month
        next_week
        планируе* планирую* планировал* в_планах хотим хочу хочет хотят хотел* предлага* предлож* возможно
        наверное наверно вероятно может могут можем думаем думаю подумыва* надо бы стоило собираюсь
        собираемся собирается собираются собирался собиралась собирались идея идею
        обсужда* намерен* мечта* давайте пусть следующем следующей следующую
        예정 예정이* 예정입* 계획* 싶* 제안* 검토* 아마 아마도 같다 같아요 같습니다 수도 생각* 고려* 희망*
        논의* 내년* 의견*
    """,
    Cue.WILL: """
        will
        будет будут
    """,
    Cue.QUESTION: """
        whether wonder wondering not_sure don't_know do_not_know
        ли не_знаю не_уверен* непонятно неясно
        모르* 궁금*
    """,
    Cue.PAST: """
        ago previously formerly originally earlier before used_to last_year last_month last_week
        last_quarter
        назад раньше прежде ранее прошлый прошлая прошлое прошлые прошлого прошлой прошлом прошлую прошлых
        прошлым бывш* когда-то до_этого изначально
        예전* 전에 전에는 전까지 과거* 작년* 지난* 원래* 당시* 이전에 이전에는
    """,
    Cue.DOUBT: """
        say says said heard allegedly apparently claims claim believes according rumour* rumor* seems seem
        guess reportedly
        говорят сказал* говорит слышал* вроде кажется якобы слух* считает считаю думает похоже утвержда*
        предполож*
        들었* 소문* 듯* 같대* 한다고 했다고 라고 다고
    """,
    Cue.PASSING: """
        today tomorrow tonight temporarily until_the_end till_the_end this
        сегодня завтра до_конца временно разово этот эту этой эти этом
        오늘* 내일* 임시* 잠시 일시* 이번
    """,
    Cue.JUST: """
        yesterday
        вчера
        어제*
    """,
    Cue.ENVIRONMENT: """
        prod production staging stage dev development qa uat test testing sandbox preprod preproduction
        canary beta local localhost android ios windows linux macos web mobile desktop
        прод проде прода продом проду продакшен* препрод* стейдж* тест тесте тестов* боев* дев деве
        разработке песочниц* канаре* андроид* айос
        운영 운영서버* 운영환경* 프로덕션* 스테이징* 개발 테스트* 안드로이드* 아이폰* 상용*
    """,
    Cue.DAY: """
        monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday
        saturdays sunday sundays january february march april june july august september october november
        december
        понедельник* вторник* среда среду среды среде средам четверг* пятниц* суббот* воскресень* январ*
        феврал* март марта марте апрел* мая май мае июн* июл* август* сентябр* октябр* ноябр* декабр*
        월요일* 화요일* 수요일* 목요일* 금요일* 토요일* 일요일*
    """,
    Cue.MEASURE: """
        one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty hundred am pm
        noon midnight second third fourth fifth sixth seventh eighth ninth tenth daily hourly weekly monthly
        morning evening quarter half forty fifty sixty seventy eighty ninety thousand
        один одна одно одного одну два две двух трех три четыре пять шесть семь восемь девять десять
        двое трое четверо пятеро шестеро семеро пятнадцать двадцать тридцать сорок пятьдесят пяти шести
        семи восьми девяти десяти пятнадцати двадцати
        тридцати сорока пятидесяти полтора половина половине четверть первого второго третьего четвертого
        пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого часа часу часов
        сто полдень полночь час день дней дни дня утра вечера ночи первом
        первый первая втором второй вторая третьем третий третья четвертом четвертый четвертая пятом пятый
        пятая шестом шестой седьмом седьмой восьмом восьмой девятом девятый десятом десятый
        달 주일 개월 한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 정오* 자정* 오전* 오후*
    """,
    Cue.MANY: """
        work_with works_with ship ships deliver delivers have has speak speaks play plays sell sells
        support supports accept accepts offer offers serve serves
        include includes contain contains own owns know knows like likes love loves learn learns
        visit visits eat eats collect collects available
        говорит говорят играет играют продает продаем продают поддерживает поддерживаем предлагает предлагаем
        доставляем включает содержит знает любит любят изучает учит посещает ест собирает
        доступен доступна доступно доступны
        판다 팝니다 지원* 제공* 친다 칩니다 좋아* 안다 배운다 방문한다 포함* 먹는다
    """,
    Cue.USES: """
        use uses using
        использу* пользу*
        쓴다 씁니다 써요 쓰 사용 사용한* 사용하* 사용합*
    """,
    Cue.SOLE: """
        responsible charge leads owns owner manages maintains oversees handles heads chairs coordinates duty
        call
        oncall
        отвеча* ответствен* ведет руковод* курирует дежурит дежурн* заведует возглавляет управляет
        координирует
        담당* 책임* 맡* 총괄* 당직* 이끈*
    """,
    Cue.BROKEN: """
        broken out_of_order down fails failing crashes crashing bug bugs issue issues outage problem
        problems error errors
        сломан* сломал* упал* падает глючит тормозит баг баги ошибка ошибки ошибку проблема проблемы проблему
        고장* 장애* 버그* 오류* 에러* 문제* 실패*
    """,
    Cue.MENDED: """
        fixed resolved repaired solved again restored recovered done completed finished works_again
        working_again back_up up_again
        back_online back_to_normal
        починил* починен* исправил* исправлен* решен решена решено решены восстановил* восстановлен*
        заработал* снова_работа*
        снова опять вновь готов готова готово готовы завершен* закончен* закончил* завершил*
        다시 수리* 완료* 끝났* 성사* 해결* 고쳤* 고쳐졌* 고침 복구* 정상*
    """,
    Cue.YET: """
        yet still
        еще пока до_сих_пор
        아직 아직도 여태
    """,
    Cue.BY_HAND: """
        manually manual hand
        вручную руками ручками
        수동* 손으로 수작업*
    """,
    Cue.LIGHT: """
        version versions 버전 under near behind beside above below that which whom as into onto out her him
        them these those than then pls m re
        ve ll again снова опять вновь 다시 with
        half_past quarter_past quarter_to hi hey hello all everyone folks guys fyi btw update reminder
        heads_up please
        привет всем коллеги ребята народ кстати напоминаю внимание итак апдейт
        여러분 참고로 공지 안내 안녕하세요 업데이트
        but so solely merely exclusively alone
        only just simply will every_day a_day per_day every_week is are was were be been being am has have
        had do does did take takes took place happen happens occur occurs held hold holds run runs ran
        running use uses used using locate located situated live lives lie lies kept keep keeps set start
        starts started begin begins get gets got go goes went gone come comes stay stays stand stands sit
        sits per each every via new our my their the a an to for of at on in by until till up down it its
        there we you i he she they me him them us your his
        но поэтому исключительно использов* его ее их ему ей им ими нем ней него нее них
        только лишь каждый_день в_день каждую_неделю в_неделю находит* находят* проход* состо* начин* начал*
        лежит лежат храни* использу* стоит стоят идет идут происход* имеет есть был была было были будет
        располага* новый новая новое новые нового новой новым новую нас нам мы вы они он она наш наша наше
        наши нашу нашей мой моя каждый каждая каждое каждую весь все всего за для на в во до по у о об к ко
        над под около версии версия версию
        있* 하는 하고 하지 되지 만 한다 합니다 해요 해 했다 된다 됩니다 되는 됐다 쓴다 씁니다 쓰고 쓰는 사용
        사용한* 사용하* 사용합* 위치* 진행 진행한* 진행하* 진행된* 진행합* 진행됩* 열린* 열립* 시작* 실행*
        났다 났어요 났습니다 남 쓰 하 되 있 이 됨 함 있음 임 우리 우리는 우리가 우리의 새 새로운 매일 매주
        매월 매년
        매시간 까지 부터 에서 으로 로 이다 입니다 다음 주부터 쓰지
    """,
}
_RUSSIAN_CHANGED = each(
    """
    пере смен измен помен замен обнов повыс подня сниз увелич уменьш сократ урез
    продл сдвину отлож мигрир подорож подешев вырос упа переда расшир добав
    поруч назнач ужесточ
    """
)
"""How verbs begin that tell of a change."""
_RUSSIAN_UNCHANGED = each(
    """
    перестал перечисл перепут пересл перегор перегре пережи перебо перепис
    перезагру перезапус перезвон перечит
    """
)
_RUSSIAN_MOVED = each("перенес переех переш перебра перев сдвину")
_RUSSIAN_DONE = re.compile(r".*(?:л[аои]?|л(?:ся|ась|ось|ись)|ен[аоы]?|шел|ос)")
"""How they end when it has come about: `перенесли`, `перенесён`, not `перенести`, `перенесут`."""
_KOREAN_CHANGED = each(
    """
    옮김 바꿈 늘림 줄임 줄어 올림 내림 미룸 당김 높임 낮춤 변경 바뀌 바뀐 바뀜 바꿨 바꾸 옮겼 옮겨 이전 연장
    늘었 늘렸 늘어 줄었 줄였 줄어 올렸 올랐 내렸 내려 미뤄 미뤘
    당겨 당겼 연기 늦춰 늦췄 업그레이드 업데이트 단축 강화 완화 전환 교체 이동 이사 인상 인하 확대 축소 상향
    하향 늘어남 조정 갱신 수정 대체 맡게 높였 낮췄
    """
)
_KOREAN_MOVED = each("옮 이전 이동 이사")
_KOREAN_NOUNS_OF_CHANGE = frozenset(
    noun + ending
    for noun in ("변경", "연장", "연기", "전환", "교체", "인상", "인하", "상향", "하향", "조정", "대체")
    for ending in ("", "됨", "함")
)
_KOREAN_ASKING = (
    "나요",
    "까요",
    "까",
    "인가요",
    "은가요",
    "는가요",
    "는지",
    "을지",
    "은지",
    "던지",
    "인지",
    "건지",
    "냐",
)
_KOREAN_IF = "면"
_NO_IF = frozenset(
    ("화면", "장면", "측면", "표면", "전면", "라면", "정면", "반면", "지면", "냉면", "도면", "서면")
)
_KOREAN_ALSO = "도"
_NO_ALSO = frozenset(
    [
        "온도",
        "속도",
        "정도",
        "제도",
        "각도",
        "한도",
        "강도",
        "빈도",
        "밀도",
        "습도",
        "농도",
        "지도",
        "진도",
        "용도",
        "의도",
        "태도",
        "수도",
        "포도",
        "년도",
    ]
)
_KOREAN_ONLY = "만"
_NO_ONLY = ("지만", "불만", "대만", "비만", "낭만", "미만")
_LIGHT_STEMS = frozenset(("하", "되", "쓰", "있", "이"))
"""Korean verbs of one syllable that carry no subject, in whatever form."""
_KOREAN_WILL = (
    "하자",
    "하자는",
    "하자고",
    "꾸자는",
    "꾸자고",
    "기자는",
    "기자고",
    "려고",
    "겠다",
    "겠습니다",
)
_KOREAN_HEARSAY = ("다고", "라고", "대요", "래요")
_DONE_CODA = 20
"""The number of the final consonant that marks the Korean past, as Unicode counts them."""

_NOUN_CODA = 16
"""The number of the final consonant that makes a noun of a verb."""

_STATES = frozenset(
    each(
        """
    is are am was were has have had do does did will can we you i they he she it there нет
    """
    )
)
_KOREAN_SINCE = ("해서", "돼서", "어서", "아서", "니까", "이라", "라서")
_KOREAN_STATES = ("다", "요", "음", "함", "됨", "임", "고", "며", "지만", "는데", *_KOREAN_SINCE)
_RUSSIAN_VERB = re.compile(r"[а-я]{2,}(?:[еиуюая]тся|[аяуеи]ет|[аую]ют|[ия]т|[еи]м|[еи]шь|ют|ут)")
_RUSSIAN_WENT = re.compile(r"(?:в|вы|до|за|ис|на|от|пере|по|подо|при|про|разо|со|у)?ш(?:ел|ла|ло|ли)")
_RUSSIAN_PAST = re.compile(r"[а-я]{2,}[аеиоуыя]л(?:[аои]|ся|ась|ось|ись)?")
_ENGLISH_PAST = frozenset(
    each(
        """
    left quit fell rose flew ran became began chose went met made bought wrote sent came saw gave told
    paid sold spent found lost won brought took was were
    had
    """
    )
)
_BEING = frozenset(
    ("is", "are", "be", "been", "being", "was", "were", "has", "have", "had", "not", "get", "gets", "got")
)

_HEADLINES = ("됨", "함")
"""How verbs end in short notes, `발급됨`."""
_LEFT_ON = ("으", "에서")
_PARTICLES = each(
    """
    마다 으로부터 이었습니다 하였습니다 되었습니다 했습니다 됐습니다 하였다 되었다 이었다 에서는 에서의 까지는
    부터는 입니다 합니다 됩니다 이에요 한다 했다 된다 됐다 해요 돼요 하지 되지 하는 되는 하고 예요 는다
    습니다 지 였다 이다 으로 에서 에게 에는 에도 까지 부터 처럼 보다 이나 과의 와의 은 는 을 를 이 가 에 의
    도 로 와 과 만 다
    """
)


def _entries() -> tuple[dict[str, Cue], dict[str, Cue], dict[str, Cue]]:
    exact: dict[str, Cue] = {}
    prefixes: dict[str, Cue] = {}
    phrases: dict[str, Cue] = {}
    for cue, words in _WORDS.items():
        for word in normalise(words).split():
            if "_" in word:
                table, key = phrases, word.replace("_", " ")
            elif word.endswith("*"):
                table, key = prefixes, word[:-1]
            else:
                table, key = exact, word
            table[key] = table.get(key, Cue.NONE) | cue
    return exact, prefixes, phrases


_EXACT, _PREFIXES, _PHRASES = _entries()
PHRASE_BEGINNINGS = frozenset(phrase.split()[0] for phrase in _PHRASES)
PHRASE_AT_MOST = max(len(phrase.split()) for phrase in _PHRASES)


def phrase(words: str) -> Cue:
    """What a turn of phrase says, its normalised words parted by blanks."""
    return _PHRASES.get(words, Cue.NONE)


SUBJECT = (
    Cue.ONLY
    | Cue.MEASURE
    | Cue.DAY
    | Cue.ENVIRONMENT
    | Cue.MANY
    | Cue.SOLE
    | Cue.BROKEN
    | Cue.BY_HAND
    | Cue.YET
    | Cue.MENDED
)
"""What a word that carries a subject may say besides."""


class Kind(NamedTuple):
    """What is known of a word by itself."""

    kin: str
    """What all its forms share."""
    cue: Cue
    carries_subject: bool


def classify(word: str) -> Kind:
    """What a normalised word says by itself."""
    if len(word) > INFLECTED_UP_TO:
        return Kind(word, _counts(word), True)
    return _classify(word)


@lru_cache(maxsize=1 << 15)
def _classify(word: str) -> Kind:
    hangul = is_hangul(word)
    kin = _korean_kin(word) if hangul else _UNITS.get(word) or family(word)
    cue = _EXACT.get(word, Cue.NONE) | _endings(word) | _counts(word)
    if hangul:
        for stem in {kin, without_particles(word)}:
            if len(stem) > 1 or (stem in _LIGHT_STEMS and word.endswith(_KOREAN_STATES)):
                cue |= _EXACT.get(stem, Cue.NONE) & ~Cue.FROM
    for length in range(1, len(word) + 1):
        cue |= _PREFIXES.get(word[:length], Cue.NONE)
    if cue & Cue.DAY:
        cue |= Cue.MEASURE
    return Kind(kin, cue, bool(kin) and not cue & ~SUBJECT)


def _korean_kin(word: str) -> str:
    """The family of a word; unknown names of one syllable lose particles that `family` leaves on."""
    if len(word) > 2 and word.endswith(_HEADLINES):
        word = word[:-1]
    kin = family(word)
    if len(kin) == 1 and len(word) > 2 and word.endswith("으로"):
        return word.removesuffix("으로")
    return without_particles(word) if kin in (word, word[:-1]) and kin.endswith(_LEFT_ON) else kin


_UNITS = {
    one: family(name)
    for name, others in (
        ("minutes", "min mins"),
        ("hours", "hr hrs h"),
        ("seconds", "sec secs"),
        ("минут", "мин"),
        ("часов", "ч"),
        ("секунд", "сек"),
        ("рублей", "руб р"),
        ("mb", "мб"),
        ("gb", "гб"),
    )
    for one in others.split()
}
"""Units as they are shortened."""


def _counts(word: str) -> Cue:
    return Cue.MEASURE if any(letter.isdigit() for letter in word) else Cue.NONE


def without_particles(word: str, *, attached: bool = False) -> str:
    """A Korean word without its particles; `attached` to a number or a foreign word, nothing may be left."""
    shorter = True
    while shorter:
        shorter = False
        for particle in _PARTICLES:
            left = len(word) - len(particle)
            if left >= (0 if attached else 1) and word.endswith(particle):
                word, shorter = word[:left], left > 0
                break
    return word


def is_past(word: str, before: str) -> bool:
    """Whether a normalised word tells of something that happened, seen with the word before it."""
    if is_hangul(word):
        return _has_done_coda(word)
    if _RUSSIAN_WENT.fullmatch(word):
        return True
    if _RUSSIAN_PAST.fullmatch(word):
        kin = family(word)
        return len(kin) < len(word) - 1 or kin.endswith("ть")
    return word in _ENGLISH_PAST or (word.endswith("ed") and len(word) > 4 and before not in _BEING)


def is_predicate(word: str, before: str) -> bool:
    """Whether a normalised word looks like a verb in a form that states something."""
    if is_hangul(word):
        return len(word) > 1 and word.endswith(_KOREAN_STATES)
    return is_russian_verb(word) or word in _STATES or is_past(word, before)


def is_russian_verb(word: str) -> bool:
    """Whether a normalised word looks like a Russian verb in the present."""
    return bool(_RUSSIAN_VERB.fullmatch(word))


def attached_cue(word: str) -> Cue:
    """What Korean particles say behind a number or a foreign word: `Notion에도`, `Figma만`."""
    if word.endswith(_KOREAN_ALSO):
        return Cue.ADDITION
    return Cue.ONLY if word.endswith(_KOREAN_ONLY) else Cue.NONE


def ends_clause(word: str) -> bool:
    """Whether a Korean word ends a clause with another to come: `않고`, `아니라`, `옮겼으며`."""
    if word.startswith(("않", "아니", "없", "못")):
        return word.endswith(("고", "며", "라"))
    if word.endswith(("고", "며")) and word != "하고" and family(word) == word[:-1]:
        return True
    if word.endswith(_KOREAN_SINCE):
        return True
    stem = word.removesuffix("고").removesuffix("으며").removesuffix("는데")
    return stem not in ("", word) and is_hangul(word) and _has_done_coda(stem[-1])


def _endings(word: str) -> Cue:
    if is_hangul(word):
        return _korean_endings(word)
    changed = word.startswith(_RUSSIAN_CHANGED) and not word.startswith(_RUSSIAN_UNCHANGED)
    if changed and _RUSSIAN_DONE.fullmatch(word):
        return Cue.CHANGE | (Cue.MOVED if word.startswith(_RUSSIAN_MOVED) else Cue.NONE)
    return Cue.NONE


def _korean_endings(word: str) -> Cue:
    cue = Cue.NONE
    if word.endswith(_KOREAN_ASKING):
        cue |= Cue.QUESTION
    if word.endswith(_KOREAN_IF) and word not in _NO_IF and len(word) > 1:
        cue |= Cue.CONDITION
    if word.endswith(_KOREAN_ALSO) and word not in _NO_ALSO and len(word) > 1:
        cue |= Cue.ADDITION
    if word.endswith(_KOREAN_ONLY) and not word.endswith(_NO_ONLY) and len(word) > 1:
        cue |= Cue.ONLY
    if word.endswith(_KOREAN_WILL):
        cue |= Cue.PLAN
    if word.endswith(_KOREAN_HEARSAY):
        cue |= Cue.DOUBT
    if word in _KOREAN_NOUNS_OF_CHANGE or (
        word.startswith(_KOREAN_CHANGED) and (_has_done_coda(word) or _is_a_headline(word))
    ):
        cue |= Cue.CHANGE | (Cue.MOVED if word.startswith(_KOREAN_MOVED) else Cue.NONE)
    return cue


def _has_done_coda(word: str) -> bool:
    return any((ord(syllable) - ord("가")) % 28 == _DONE_CODA for syllable in word if syllable not in "있겠")


def _is_a_headline(word: str) -> bool:
    """Whether a Korean verb ends as in short notes, `바뀜`, `옮김`: that it came about."""
    return (ord(word[-1]) - ord("가")) % 28 == _NOUN_CODA
