"""From which words a Russian word may be derived, as far as its meaning stays: `обсуждение` and `обсуждать`
from `обсудить`, `сетевой` from `сеть`. What is found here is a guess until the dictionary knows such a
word."""

import re
from collections.abc import Callable, Iterator

from core.forms import Endings, words

NOUN, NAME, VERB, PERFECTIVE, ADJECTIVE, ADVERB, OTHER = "NMVPADX"
"""What a word is; NAME is the first name of a person, OTHER also a surname."""
VERBS = VERB + PERFECTIVE

Guess = tuple[str, str]
"""A word in its first form, and the kinds of which it must be one."""

_TWINS = """\
делать сделать
писать написать
читать прочитать прочесть
платить заплатить
звонить позвонить
строить построить
чинить починить
готовить приготовить
пить выпить
есть съесть
смотреть посмотреть
видеть увидеть
слышать услышать
слушать послушать
терять потерять
ломать сломать
просить попросить
ждать подождать
учить выучить
учиться научиться
делить поделить
делиться поделиться
считать посчитать
верить поверить
думать подумать
менять поменять
мыть помыть
чистить почистить
благодарить поблагодарить
обещать пообещать
спешить поспешить
знакомить познакомить
нравиться понравиться
пытаться попытаться
стараться постараться
хотеть захотеть
мочь смочь
уметь суметь
варить сварить
печь испечь
жарить пожарить
резать порезать
красить покрасить
шить сшить
жечь сжечь
портить испортить
тратить потратить
прятать спрятать
будить разбудить
тонуть утонуть
расти вырасти
лечить вылечить
звать позвать
ехать поехать
бежать побежать
лететь полететь
говорить сказать
взять брать
положить класть
ловить поймать
падать упасть
ставить поставить
становиться стать
играть сыграть
петь спеть
пугать испугать
кормить накормить
мешать помешать
гладить погладить
рвать порвать
обедать пообедать
завтракать позавтракать
ужинать поужинать
желать пожелать
дарить подарить
хвалить похвалить
шутить пошутить
врать соврать
стучать постучать
казаться показаться
знакомиться познакомиться
жаловаться пожаловаться
ссориться поссориться
мириться помириться
здороваться поздороваться
клеить склеить
копить накопить
рисовать нарисовать
публиковать опубликовать
штрафовать оштрафовать
верстать сверстать
красть украсть
печатать напечатать
вредить навредить
экономить сэкономить
лгать солгать
танцевать станцевать
беречь сберечь
сердиться рассердиться
беспокоить обеспокоить
беспокоиться обеспокоиться
грабить ограбить
волновать взволновать
тревожить встревожить
грозить пригрозить
расходовать израсходовать
тратить истратить
бомбить разбомбить
сохнуть высохнуть
крепнуть окрепнуть
шарить пошарить
душить задушить
совать сунуть
тормозить затормозить
радовать обрадовать
"""
"""Verbs and their twins, of which no rule tells that the prefix, or the other root, adds nothing."""

IRREGULAR = {
    **dict.fromkeys(("выше", "высоко"), "высокий"),
    **dict.fromkeys(("ниже", "низко"), "низкий"),
    **dict.fromkeys(("дальше", "далее", "далеко"), "далекий"),
    **dict.fromkeys(("шире", "широко"), "широкий"),
    **dict.fromkeys(("раньше", "ранее", "рано"), "ранний"),
    **dict.fromkeys(("позже", "позднее", "поздно"), "поздний"),
    **dict.fromkeys(("лучше", "лучший", "хорошо"), "хороший"),
    "старше": "старый",
    **dict.fromkeys(("хуже", "худший", "плохо"), "плохой"),
    **dict.fromkeys(("больше", "более", "больший"), "большой"),
    **dict.fromkeys(("меньше", "менее", "меньший"), "маленький"),
    **dict.fromkeys(("возвращать", "возвратить", "возврат", "возвращение"), "вернуть"),
    **dict.fromkeys(("временный", "временной"), "время"),
    "дневной": "день",
    "утренний": "утро",
    "летний": "лето",
    "весенний": "весна",
    "письменный": "письмо",
    "сборка": "собрать",
    "вызов": "вызвать",
    "уборка": "убрать",
    "стирка": "стереть",
    "стрижка": "стричь",
    "подъем": "поднять",
    "прием": "принять",
    **dict.fromkeys(("наем", "найм"), "нанять"),
    "арендовать": "аренда",
    "чтение": "читать",
    "пение": "петь",
    "полет": "лететь",
    "езда": "ехать",
    "бег": "бежать",
    "рост": "расти",
    "просьба": "просить",
    "звонок": "звонить",
    "прыжок": "прыгнуть",
    "рисунок": "рисовать",
    "танец": "танцевать",
    "плата": "платить",
    "покупка": "купить",
    "покупать": "купить",
    "шуметь": "шум",
    "светить": "свет",
    "болеть": "боль",
    "критиковать": "критика",
    **dict.fromkeys(("продажа", "продавец"), "продать"),
    **dict.fromkeys(("рассчитать", "рассчитывать"), "расчет"),
    **dict.fromkeys(("помощь", "помощник"), "помочь"),
    **dict.fromkeys(("рабочий", "работник"), "работа"),
    "красота": "красивый",
    "высота": "высокий",
    "глубина": "глубокий",
    "ширина": "широкий",
    "близость": "близкий",
    "детский": "ребенок",
    "домашний": "дом",
    "морской": "море",
    "судебный": "суд",
    **dict.fromkeys(("учебный", "учеба"), "учить"),
    "лечебный": "лечить",
    "железный": "железо",
    "винный": "вино",
    "небесный": "небо",
    "чудесный": "чудо",
    "кричать": "крикнуть",
    "пойти": "идти",
    "встреча": "встретить",
    **dict.fromkeys(("ошибиться", "ошибаться"), "ошибка"),
    "поиск": "искать",
    "начало": "начать",
    "базовый": "база",
    "московский": "москва",
    "речной": "река",
    "кровный": "кровь",
    "грудной": "грудь",
    "степной": "степь",
    "полевой": "поле",
    "долевой": "доля",
    "корневой": "корень",
    "мышечный": "мышца",
    "судовой": "судно",
    "душевой": "душ",
    "ночью": "ночь",
    "осенью": "осень",
    "личной": "личный",
    "пушить": "пуш",
    "банить": "бан",
    "мержу": "мержить",
    "дам": "дать",
    "еду": "ехать",
    "мою": "мыть",
    "путем": "путь",
    "статей": "статья",
    "вручную": "ручной",
    "полностью": "полный",
    "садиться": "сесть",
    "сели": "сесть",
    "ели": "есть",
    "бегу": "бежать",
    "варю": "варить",
    "плачу": "платить",
    "заплачу": "заплатить",
    "покажу": "показать",
    "упаду": "упасть",
    "живите": "жить",
    "передавать": "передать",
    **dict.fromkeys(("названо", "названа", "названы"), "назвать"),
    "другом": "друг",
    "голов": "голова",
    "раздели": "разделить",
    "ангела": "ангел",
    "душем": "душ",
    "золотом": "золото",
    "поступи": "поступить",
    "десяток": "десятка",
    **dict.fromkeys(("стой", "стойте"), "стоять"),
    "стеку": "стек",
    **dict.fromkeys(("порой", "порою"), "пора"),
    "славой": "слава",
    "удали": "удалить",
    "включая": "включать",
    "исключая": "исключать",
    "мок": "мока",
    "кастом": "кастома",
    "рандом": "рандома",
    "стоя": "стоять",
    "оглядываться": "оглянуться",
    "оплачу": "оплатить",
    **dict.fromkeys(("смел", "смела", "смелы"), "смелый"),
    "его": "он",
    "ее": "она",
    "их": "они",
    "все": "весь",
    "отмечу": "отметить",
    "замечу": "заметить",
    "отеле": "отель",
    "лагере": "лагерь",
    "графика": "график",
    **dict.fromkeys(("стою", "стоим", "стоишь"), "стоять"),
    "запушить": "пуш",
    "ложиться": "лечь",
    "денежный": "деньги",
    "потеря": "терять",
    "отдых": "отдохнуть",
    "упоминать": "упомянуть",
    "попали": "попасть",
    "удобство": "удобный",
    "пек": "печь",
    "касаться": "коснуться",
    "просыпаться": "проснуться",
    "просыпать": "проспать",
    "предпочитать": "предпочесть",
    "доклад": "доложить",
    "вклад": "вложить",
    "юридический": "юрист",
    "казанский": "казань",
    "ленивый": "лень",
    "сгибать": "согнуть",
    "загибать": "загнуть",
    "убийство": "убить",
    "объятие": "обнять",
    "обман": "обмануть",
    "ножной": "нога",
    "ушной": "ухо",
    "умный": "ум",
    "сестринский": "сестра",
    "самарский": "самара",
    "грузинский": "грузия",
    "армянский": "армения",
    "польский": "польша",
    "турецкий": "турция",
    "шведский": "швеция",
    "чешский": "чехия",
    "вычет": "вычесть",
    "монтаж": "монтировать",
    "демонтаж": "демонтировать",
    "зачет": "зачесть",
    "дежурный": "дежурить",
    "ветреный": "ветер",
    "соленый": "соль",
    "стоянка": "стоять",
    "спорить": "спор",
    "плач": "плакать",
    "смех": "смеяться",
    "храпеть": "храп",
    "шепот": "шептать",
    "торговля": "торговать",
    **dict.fromkeys(("экономический", "экономист"), "экономика"),
    "тайный": "тайна",
    "похороны": "хоронить",
    "пощада": "щадить",
    "спеки": "спека",
    "вычитать": "вычесть",
    "вынимать": "вынуть",
    "дыхание": "дышать",
    "правка": "править",
    "ползать": "ползти",
    **dict.fromkeys(("учитывать", "учет"), "учесть"),
    "фильтровать": "фильтр",
    "шифровать": "шифр",
    "стартовать": "старт",
    **{twin: verb for verb, *twins in map(str.split, _TWINS.splitlines()) for twin in twins},
}
"""Words of other roots or unlike others; what a word on the right is derived from is not asked for again
here."""

UNDERIVED = words("""
    бедный важный верный видный внутренний главный годный готовый данный должный здоровый классный красный
    крупный ладный личный конечный прочный слышный стройный ранний родной известный лидировать оперировать
    лишний грамотный достаточный ведомость ведомый ведущий соответствующий подходящий решающий выдающийся
    вызывающий мелочный нежный новый нужный отличный плотный подобный полный последний похожий приятный
    рядовой серный складный сложный средний судный суровый темный тонный точный трудный ценный частный
    черный чудный парировать новость скорость крепость справка отпуск командировать командировка
    регистрировать собрание настоящий бывший следующий будущий образование область следователь родитель
    представитель предприниматель показатель правительство искусство рокировать странный пробка рекламация
    половина купать сходство милость объективный задача удача неудача забор прибор собор убор поезд подъезд
    поведение сведение заведение произведение столовый ванный гостиный кладовый мостовый рациональный
    искусственный существенный единственный максимальный остальной специальный искренний беременный
    особенный моментальный буквальный коммунальный идеальный обратный обязательный значительный
    исключительный замечательный положительный решительный относительный примечательный признательный
    состоятельный представительный обстоятельный занимательный предупредительный приблизительный
    поступательный стремительный праведный балканский повесить посадить сольный душный тучный порядочный
    эффектный рисовать образовать миновать ликовать целовать страховать следовать гамбургер мужик медик
    комик типик титаник персик бутик ролик тропик боровик антик голик коник сатирик тупик карлик
    показательный польский животный склонный разный сказка котировка пленка дурной крайний окружность
    языческий завод заговор порода судьба усадьба погребение мельница колесница землянка задница потомство
    подвиг полоскать динамик пластик базилик потом рядом даром толком банальный ментальный фатальный
    тотальный уезд съезд индейский сделка настроение отделка счетчик датский задействовать пожаловать
    пространство поделка заплатка погон вкладка закладка держать последовательный сотовый искушение влечение
    умеренный курировать легальный хищный урожденный шалость успение раковина влагалище пахать подвижный
    подводный смола казна пошлость замереть груда винтовка трактовать дорожка подушка погодить попутчик
    толковать баловать сетовать паковать презентовать вербовать командовать волновать публиковать бытовать
    жуковский соколовский романовский комаровский куликовский замер застава засада опера пример примета
    причина устав урон стих слово посол поход пристав страда сравнять смешить поработить умерить заметать
    отметать опустеть утереть способный толк хлеб ведомство обстоятельство болт голосить довод древний
    заводной замок отчизна отчетливый выносливый оператор диктатор консерватор терминатор литератор
    неустойчивый настойчивый колонист
    """)
"""Words that look as if they were derived from others, but have a meaning of their own."""

RARE = words("""
    американа ангара антенный бей бел вдовый веди венка вольта выделать вытаскать гонкий гори гридь двоить
    дели донный дружка живете завязить закрой залом заморозок захватать кадить катка каткий клика кока кола
    колонный колонок коты кула лада ладо лей манер мани маркета маять мерзить миловать молока молоча ника
    носка ноский обменить обороть обрат одр осадка отрезка падаль пали паркий переделить погодить покрой
    полок поломить полянин порадеть прививок проводок промысл пря пустынь рам раскрой сверзить свитка сель
    скал скачка скучить случать смердить снимка спель спин спой телеком тихнуть троить тулья финаль хауса
    централ централь чаек чаять чет ям
    """)
"""Words that hardly anyone says, but that share forms with words of daily use."""

SURE = words("осел замер сбыт белка горе вина десятка суть том черт")
"""Nouns likelier than the forms of other words that they may be, too."""

FOREIGN = words("""
    глюк кодер конвертер лайка линкер линковка лок маппинг парсер парсинг роутер скроллинг стример стриминг
    таргетинг тестер трейдер трекинг триггер хостинг
    """)
"""Loans that the dictionary has, but not what goes with them: they are families by the rules for all else."""

FIRST_NAMES = words("""
    алеша алина алла аня ася боря ваня вася вика витя вова галя гриша даша дима зоя инна ира катя кира
    коля костя ксюша леля лена леша лиза люба люда марина маша митя миша надя настя наташа нина оля
    паша петя полина рита рома саша сережа соня степа таня тася толя федя юля юра яна
    """)
"""Names of daily use, likelier in a chat than the rare words that share forms with them, `кат`, `юла`."""

_VOWELS = "аеиоуыэюя"
_CONSONANT = f"[^{_VOWELS}ьй]"
_SOFTENED = {
    "жд": ("д",),
    "вл": ("в",),
    "пл": ("п",),
    "бл": ("б",),
    "мл": ("м",),
    "фл": ("ф",),
    "шл": ("сл",),
    "щ": ("ст", "т", "ск"),
    "ск": ("ст", "щ"),
    "ж": ("д", "з", "г"),
    "ш": ("с", "х"),
    "ч": ("т", "ц", "к"),
    "г": ("ж",),
}
"""Ends of stems, and what they may have been before a suffix changed them."""
_SOFTENED_ENDS = Endings(_SOFTENED)

EMPTY_PREFIXES = ("за", "про", "по", "с", "от")
"""Prefixes that make nothing but the perfective twin of a loan verb, `протестировать`, `запланировать`."""

_MOTION = (
    ("йти", "ходить"),
    ("нести", "носить"),
    ("вести", "водить"),
    ("везти", "возить"),
    ("ехать", "езжать"),
)
"""Verbs of motion with a prefix: the stem of the second is that of nouns, `перейти`, `переходить`,
`переход`."""
OF_MOTION = tuple(other for _, other in _MOTION)
_OTHER_ROOTS = {
    "нимать": "нять",
    "чинать": "чать",
    "бирать": "брать",
    "сылать": "слать",
    "зывать": "звать",
    "тирать": "тереть",
    "мирать": "мереть",
    "пирать": "переть",
    "кладывать": "ложить",
    "лагать": "ложить",
    "жигать": "жечь",
    "минать": "мнить",
    "екать": "ечь",
    "гать": "чь",
    "вертывать": "вернуть",
    "ворачивать": "вернуть",
    "вольнять": "волить",
    "падать": "пасть",
    "растать": "расти",
    "бегать": "бежать",
    "едать": "есть",
    "жимать": "жать",
    "лезать": "лезть",
    "ползать": "ползти",
    "дыхать": "дохнуть",
    "гонять": "гнать",
    "тягивать": "тянуть",
    "ретать": "рести",
    "метать": "мести",
    "цветать": "цвести",
    "плетать": "плести",
    "грызать": "грызть",
    "трясать": "трясти",
    "пасать": "пасти",
    "рывать": "рвать",
    "сыпать": "снуть",
    "касать": "коснуть",
    "совывать": "сунуть",
    "скакивать": "скочить",
    "кидывать": "кинуть",
    "тыкать": "ткнуть",
    "мыкать": "мкнуть",
    "сыхать": "сохнуть",
    "клинать": "клясть",
}
"""Ends of imperfective verbs whose perfective twins have another root vowel."""
_THEMES = ("ать", "ить", "еть", "ять", "нуть", "уть")
_ENDS_OF_OTHER_ROOTS = Endings(_OTHER_ROOTS)


def origins(word: str, kind: str) -> Iterator[Guess]:
    """What a word of this kind may be derived from, likeliest first."""
    if (rule := _RULES.get(kind)) is not None:
        yield from rule(word)


def _of_imperfective(word: str) -> Iterator[Guess]:
    yield from _of_any_verb(word)
    if word.endswith("ся"):
        # Some are reflexive only: появляться, появиться.
        yield from (
            (guess + ("сь" if guess.endswith("ти") else "ся"), kind)
            for guess, kind in _of_imperfective(word[:-2])
        )
        return
    if word.endswith(OF_MOTION):
        return
    for end in _ENDS_OF_OTHER_ROOTS.of(word):
        if len(word) > len(end):
            yield from ((word.removesuffix(end) + link + _OTHER_ROOTS[end], PERFECTIVE) for link in ("", "о"))
    if word.endswith("вать"):
        yield word.removesuffix("вать") + "ть", PERFECTIVE
    if word.endswith("евать"):
        # развевать is of развеять, not of развить
        yield word.removesuffix("вать") + "ять", PERFECTIVE
        yield from ((word.removesuffix("евать") + theme, PERFECTIVE) for theme in ("ить", "ять"))
    for end in ("ывать", "ивать", "ать", "ять"):
        if word.endswith(end):
            yield from ((verb, PERFECTIVE) for verb in _with_other_theme(word.removesuffix(end), end))


def _with_other_theme(imperfective: str, end: str) -> Iterator[str]:
    """What may be the perfective twin of a verb, of which this is left without its end."""
    same, *changed = _hardened(imperfective, vowel=end in ("ывать", "ивать"))
    if len(same) > 2:
        # разделять is of разделить, not of разделать.
        yield from (same + theme for theme in (("ить", *_THEMES) if end == "ять" else _THEMES))
    # A softened consonant speaks for -ить: поразить, not порадеть.
    yield from (stem + theme for theme in ("ить", *_THEMES) for stem in changed if len(stem) > 2)
    if same.endswith(("г", "к", "д", "п", "б")):
        # двигать, двинуть
        yield same[:-1] + "нуть"


def _of_perfective(word: str) -> Iterator[Guess]:
    for prefix in EMPTY_PREFIXES:
        if word.startswith(prefix) and word.endswith("овать"):
            yield word[len(prefix) :], VERB
    yield from _of_any_verb(word)
    bare = word.removesuffix("сь").removesuffix("ся")
    self = "" if bare == word else "ся"
    for end, other in _MOTION:
        prefix = bare.removesuffix(end)
        if prefix not in ("", bare):
            short = prefix.removesuffix("о")
            # происходить, расходиться, превосходить
            hard = short[:-1] + "с" if short.endswith("з") else short
            full = short[:-1] + "ос" if short.endswith("вз") else short
            yield from ((each + other + self, VERB) for each in (prefix, short, hard, full))


def _of_any_verb(word: str) -> Iterator[Guess]:
    if word.endswith(("ся", "сь")):
        yield word[:-2], VERBS
    if word.endswith("овать") and not word.endswith("ировать") and len(word) > 7:
        yield from ((word.removesuffix("овать") + end, NOUN) for end in ("", "а"))
    stem = word.removesuffix("ировать")
    if stem != word and len(stem) > 2:
        yield from (
            (stem + end, NOUN) for end in (("", "а", "ия", "ь", "ика") if len(stem) > 3 else ("ия", ""))
        )


_NOUNS: tuple[tuple[str, int, tuple[str, ...], str], ...] = (
    ("ание", 4, ("ать", "аться"), VERBS),
    ("яние", 4, ("ять",), VERBS),
    ("новение", 8, ("нуть", "нуться"), VERBS),
    ("ияние", 6, ("ить",), PERFECTIVE),
    ("тие", 3, ("ть",), VERBS),
    ("ствие", 6, ("ствовать",), VERBS),
    ("стие", 5, ("ствовать",), VERBS),
    ("ация", 6, ("ировать", "овать"), VERBS),
    ("яция", 6, ("ировать", "овать"), VERBS),
    ("икация", 7, ("ицировать",), VERBS),
    ("овка", 4, ("овать",), VERBS),
    ("йка", 5, ("ить", "ать", "ять"), PERFECTIVE),
    ("ка", 5, ("ить", "ать", "ять"), PERFECTIVE),
    ("ка", 6, ("ать",), VERB),
    ("истка", 5, ("ист",), NOUN),
    ("нтка", 5, ("нт",), NOUN),
    ("тельница", 8, ("тель",), NOUN),
    ("ница", 7, ("ник",), NOUN),
    ("ничество", 9, ("ник",), NOUN),
    ("менка", 7, ("мен",), NOUN),
    ("ерка", 8, ("ер",), NOUN),
    ("янка", 7, ("янин",), NOUN),
    ("ьба", 5, ("ить", "ять", "иться", "оться"), VERBS),
    ("зыв", 4, ("звать", "озвать"), PERFECTIVE),
    ("рыв", 4, ("рвать", "орвать"), PERFECTIVE),
    ("изна", 6, ("ый", "ой"), ADJECTIVE),
    ("двиг", 4, ("двинуть",), PERFECTIVE),
    ("тель", 6, ("ть",), VERBS),
    ("лище", 6, ("ть",), VERBS),
    ("овщик", 5, ("овать",), VERBS),
    *((suffix, 6, ("ить", "ать"), VERBS) for suffix in ("чик", "щик")),
    *((suffix, 6, ("",), NOUN) for suffix in ("чик", "щик")),
    ("ик", 4, ("",), NOUN),
    ("льщик", 7, ("ть",), VERBS),
    ("ер", 7, ("",), NOUN),
    ("ант", 6, ("а",), NOUN),
    ("ятор", 7, ("ировать",), VERBS),
    ("атор", 7, ("ировать", "овать"), VERBS),
    ("ечка", 5, ("ечь",), PERFECTIVE),
    ("ист", 7, ("а", ""), NOUN),
    ("ство", 7, ("",), NOUN),
    ("ство", 7, ("ить",), VERBS),
    ("ство", 6, ("ствовать",), VERBS),
    ("йство", 9, ("ить",), VERBS),
    ("ство", 7, ("ный", "ый"), ADJECTIVE),
    ("дача", 4, ("дать",), PERFECTIVE),
    ("езд", 4, ("ехать",), PERFECTIVE),
    ("ретение", 8, ("рести",), PERFECTIVE),
    ("гон", 4, ("гнать", "огнать"), PERFECTIVE),
    ("кладка", 7, ("ложить",), PERFECTIVE),
    ("бор", 3, ("брать", "обрать"), PERFECTIVE),
    ("вольнение", 9, ("волить",), PERFECTIVE),
    ("ведение", 7, ("вести",), PERFECTIVE),
    ("несение", 7, ("нести",), PERFECTIVE),
    ("падение", 6, ("падать",), VERBS),
    ("движение", 7, ("двигать", "двинуть"), VERBS),
    ("пас", 4, ("пасти",), PERFECTIVE),
    ("пись", 5, ("писать",), PERFECTIVE),
    ("пуск", 4, ("пустить",), PERFECTIVE),
    ("ость", 6, ("ый", "ий", "ой"), ADJECTIVE),
    ("ность", 6, ("ый", "ий"), ADJECTIVE),
    ("ота", 6, ("ый", "ий", "ой"), ADJECTIVE),
    ("ина", 6, ("ый", "ий"), ADJECTIVE),
)
"""Suffixes of nouns, the length that a word must exceed, what may have stood instead, and the kinds of
that."""
_NOUN_SUFFIXES = Endings(suffix for suffix, *_ in _NOUNS)
_NOUNS_BY_SUFFIX = {longest: [row for row in _NOUNS if longest.endswith(row[0])] for longest, *_ in _NOUNS}
"""What goes for a word, by the longest of its suffixes."""


def secondary_imperfectives(perfective: str) -> Iterator[str]:
    """What a verb with a prefix may be made imperfective to, if the prefix adds a meaning: `повторять`."""
    bare = perfective.removesuffix("ся")
    self = perfective.removeprefix(bare)
    yield bare[:-2] + "вать" + self
    stem = bare[:-3]
    stems = [stem]
    stems += [
        stem.removesuffix(hard) + soft
        for soft, all_hard in _SOFTENED.items()
        for hard in all_hard
        if stem.endswith(hard)
    ]
    for each in (*stems, *filter(None, map(_with_a, stems))):
        yield from (each + theme + self for theme in ("ывать", "ивать", "ать", "ять"))


def _with_a(stem: str) -> str:
    """A stem with `а` for its last vowel where that is `о`, else nothing."""
    last = max(map(stem.rfind, _VOWELS))
    return f"{stem[:last]}а{stem[last + 1 :]}" if last >= 0 and stem[last] == "о" else ""


def _of_noun(word: str) -> Iterator[Guess]:
    if word.endswith("ение") and len(word) > 6:
        stems = tuple(_hardened(word[:-4]))
        for stem in stems:
            yield from ((stem + theme, VERBS) for theme in ("ить", "еть"))
        yield word[:-4] + "ять", VERBS
        for stem in stems:
            yield from ((stem + theme, VERBS) for theme in ("иться", "нуть", "нуться"))
    if word.endswith("ик"):
        # критик and критика share most of their forms
        yield word + "а", NOUN
    suffixes = _NOUN_SUFFIXES.of(word)
    for suffix, longer, instead, kinds in _NOUNS_BY_SUFFIX[suffixes[0]] if suffixes else ():
        # What is left of строка is no stem of строить: one ends in a consonant.
        if len(word) > longer and (suffix != "ка" or word[-3] not in _VOWELS):
            yield from ((word.removesuffix(suffix) + end, kinds) for end in instead)
    if word.endswith("ение") and len(word) > 6:
        # спасение, наблюдение, опасение; привлечение, напряжение
        yield from ((word[:-4] + theme, VERBS) for theme in ("ти", "ать", "аться", "яться", "еваться", "ь"))
        if word.endswith("жение"):
            yield word[:-5] + "чь", PERFECTIVE


def _of_adjective(word: str) -> Iterator[Guess]:
    stem = word[:-2]
    # минский is of Минск, not of мина, but волжский of Волга, not of Волжск.
    cities = ((stem, NOUN),) if stem.endswith(("ск", "цк")) else ()
    if len(stem) < 6:
        yield from cities
    yield from _of_long_suffix(stem)
    for suffix in (
        "ов",
        "ев",
        "ейск",
        "еск",
        "ск",
        "янн",
        "ян",
        "н",
        "ивн",
        "альн",
        "енн",
        "лив",
        "ив",
        "оват",
    ):
        if stem.endswith(suffix) and len(stem) > len(suffix) + 2:
            yield from _of_suffix(stem.removesuffix(suffix), suffix)
    for suffix in ("енн", "онн", "енск"):
        if stem.endswith(suffix):
            yield stem.removesuffix(suffix) + "ня", NOUN
    if word.endswith("шний"):
        yield word[:-4], ADVERB
    for suffix in ("н", "ов", "ев", "ск"):
        if stem.endswith(suffix) and len(stem) > len(suffix) + 2:
            yield from ((noun, NOUN) for noun in _with_other_vowel(stem.removesuffix(suffix), suffix))
    yield from cities
    if stem.endswith("овск"):
        yield stem.removesuffix("овск"), NOUN


def _of_long_suffix(stem: str) -> Iterator[Guess]:
    if stem.endswith("тельн") and len(stem) > 8:
        yield stem.removesuffix("ельн") + "ь", VERBS
    if stem.endswith("ическ"):
        base = stem.removesuffix("ическ")
        if len(base) > 5:
            # логистический, but периодический
            yield from ((base + end, NOUN) for end in (("ика", "") if base.endswith("ст") else ("",)))
        yield from ((base + end, NOUN) for end in ("ика", "ия"))
    if stem.endswith("ионн"):
        yield stem[:-4] + "ия", NOUN
    if stem.endswith("иональн"):
        yield stem[:-6] + "я", NOUN


def _of_suffix(stem: str, suffix: str) -> Iterator[Guess]:
    """Nouns that an adjective may be derived from by a suffix."""
    if stem.endswith(("оч", "еч", "ек", "ок")):
        yield stem[:-2] + "ка", NOUN
    if stem.endswith("ич"):
        yield stem[:-1] + "ца", NOUN
    if stem.endswith(("ий", "ей")):
        yield stem[:-1] + "я", NOUN
        yield stem[:-2] + "ья", NOUN
    endings = ["", "а", "я", "о", "ь", "ия"]
    if suffix == "ейск":
        endings = ["ея", "а", "ия"]
    elif suffix == "ев" or stem.endswith(("ж", "ш", "ч", "щ")):
        endings = ["ь", "й", *endings]
    elif suffix == "н" and stem.endswith("н"):
        endings = ["а", *endings]
    # Nouns in к, г, х are commoner before adjectives than the other stems: ручной, дорожный, успешный.
    softest = list(_hardened(stem.removesuffix("ь")))
    for changed in dict.fromkeys((stem, *reversed(softest))):
        first = ["а"] if changed.endswith("ик") else []
        yield from ((changed + end, NOUN) for end in (*first, *endings))
    yield from ((stem + end, NOUN) for end in ("е", "ы", "и"))
    if stem.endswith("ч"):
        yield stem + "ка", NOUN


def _with_other_vowel(stem: str, suffix: str) -> Iterator[str]:
    """Nouns that have no vowel where an adjective has one, or the other way round."""
    stem = stem.removesuffix("ь")
    if suffix == "н" and stem.endswith("еч"):
        # солнечный
        yield stem[:-2] + "це"
    if suffix == "н" and re.search(f"{_CONSONANT}[ео]{_CONSONANT}$", stem):
        # служебный, свадебный, ядерный, земельный
        yield from (stem[:-2] + stem[-1] + end for end in "аяо")
        yield stem[:-2] + "ь" + stem[-1] + "а"
    elif suffix in ("ов", "ев") and re.search(f"{_CONSONANT}{{2}}$", stem):
        # угловой, дворцовый
        yield from (stem[:-1] + vowel + stem[-1] for vowel in "ое")
    elif suffix == "ск" and stem.endswith(("ан", "ян", "ар")):
        # гражданский; республиканский, итальянский, венецианский
        yield stem + "ин"
        yield stem[:-2] + "а"
        yield stem[:-3] + "ия"
        yield stem[:-2] + "я"


def _of_adverb(word: str) -> Iterator[Guess]:
    if word.endswith(("о", "е", "и")):
        yield from ((word[:-1] + end, ADJECTIVE) for end in ("ый", "ий", "ой"))


def _hardened(stem: str, *, vowel: bool = False) -> Iterator[str]:
    """A stem, and what it may have been before its last consonant, and its last vowel, changed."""
    stems = [stem]
    stems += [stem.removesuffix(end) + before for end in _SOFTENED_ENDS.of(stem) for before in _SOFTENED[end]]
    yield from stems
    if vowel:
        for each in stems:
            last = max(map(each.rfind, _VOWELS))
            if last >= 0 and each[last] == "а":
                yield each[:last] + "о" + each[last + 1 :]


_RULES: dict[str, Callable[[str], Iterator[Guess]]] = {
    VERB: _of_imperfective,
    PERFECTIVE: _of_perfective,
    NOUN: _of_noun,
    ADJECTIVE: _of_adjective,
    ADVERB: _of_adverb,
}
