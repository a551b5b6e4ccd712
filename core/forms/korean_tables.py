"""What Korean has outside its rules: irregular forms, short stems, and nouns that look like forms."""

import unicodedata

from core.forms import words


def _by_stem(lines: str) -> dict[str, str]:
    """Each line is a stem and then its forms."""
    return {form: stem for stem, *forms in map(str.split, lines.splitlines()) for form in (stem, *forms)}


IRREGULAR = _by_stem("""\
그렇 그래 그래요 그래서 그랬다 그랬어요 그랬습니다 그런 그런데 그러면 그렇게 그렇다
이렇 이래요 이런 이렇게 이렇다
저렇 저런 저렇게
어떻 어때 어때요 어떤 어떻게 어떻다 어땠어요 어땠습니다
푸르 푸르러 푸르렀다
걸 걷
비 비가 비는 비를 비도 비의
크 큰 클
길 긴
나 나는 내가 나를 나의 나도 나에게
저 저는 제가 저를 저의 저도 저희
우리 우리는 우리가 우리를 우리의 우리도
누구 누가 누구를 누구의
""")
"""Forms, and stems before a vowel, and the stem that each belongs to."""

SHORT_FORMS = _by_stem("""\
가 갈 간
보 볼 본
쓰 쓸 쓴 씀
쉬 쉴 쉼
하 할 함
되 될 된 됨
오 올 옴
뛰 뛸 뛴
켜 켤 켠
깨 깰 깬
내 낼 낸
빼 뺄 뺀
""")
"""Forms of one syllable, and their stems; as a stem, `갈` is one of its own."""

_STEMS_IN_H = _by_stem("""\
그렇 그러 그래
이렇 이러 이래
저렇 저러 저래
어떻 어떠 어때
아무렇 아무러 아무래
하얗 하야 하얘
빨갛 빨가 빨개
파랗 파라 파래
노랗 노라
까맣 까마 까매
동그랗 동그라 동그래
커다랗 커다라 커다래
누렇 누러 누레
뿌옇 뿌여 뿌예
""")
"""Stems that lose `ㅎ` before a vowel, and what they are then."""
_PAST = "\u11bb"
_AFTER_H = [
    "",
    "\u11ab",
    "\u11af",
    *words("면 니까 며 요 서 도 야"),
    *(_PAST + end for end in words("다 어요 습니다 는데 던 지만 고")),
]
IRREGULAR |= {
    unicodedata.normalize("NFC", unicodedata.normalize("NFD", form) + ending): stem
    for form, stem in _STEMS_IN_H.items()
    for ending in _AFTER_H
    if form != stem
}

DROPPED_L = {
    stem[:-1] + chr(ord(stem[-1]) - 8): stem
    for stem in words("""
    되돌 다물 붙들 거칠 낯설 드물 아물 저물
    만들 힘들 흔들 떠들 받들 거들 시들 줄어들 알 열 놀 팔 걸 들 풀 울 돌 멀 늘 길 빌 밀 이끌 매달 가늘 둥글
    내밀 잠들 깨물 떠밀 뒤흔들 베풀 부풀 까불 머물 서툴 살 벌
    """)
}
"""Stems in `ㄹ`, by what remains of them before `ㄴ`, `ㅂ`, `ㅅ`."""

SHORT_VERBS = words("""
    버 미 느 벌 늘 줄 가 오 보 주 사 자 타 하 되 쓰 크 끄 뜨 켜 펴 내 깨 캐 빼 떼 뛰 쉬 춥
    덥 쏘 꾸 누 추 두 서 세 먹 읽 찾 받 남 넣 잊 웃 입 앉 믿 닫 잡 놓 좋 많 작 높 낮 짧 늦
    같 없 있 싫 젊 넓 막 듣 걷 묻 싣 돕 눕 굽 줍 쉽 맵 밉 짓 낫 붓 잇 긋 젓 열 알 살 놀 팔
    걸 들 풀 밀 울 돌 길 적 좁 깊 얇 굵 밝 맑 옳 잃 앓 끓 뚫 끊 꺾 닦 볶 섞 엮 묶 깎 심 참
    담 감 안 신 숨 품 맞 맺 찢 쫓 꽂 찍 썩 녹 죽 박 뽑 접 씹 업 벗 씻 빗 뺏 얻 쏟 뜯 닮 삶
    굶 밟 핥 쌓 닿 낳 여 아 노 파 거 드 푸 우 도 머 기 비 만드 치 끼 따 싸 짜 튀 트 꼬 띄 휘
    괴 재 차 지 넘 맡 붙 앗 덮 옮 묵 짚 꼽 뱉 돋 솟 꿇 멎 뵙 굳 붉 늙 긁 젖 엎 얹 얕 짙 낡
    잦 훑 곱 흩 날 끌 몰 떨 얼 졸 갈 굴 털 헐 널 덜 썰 쏠
    """)
"""Stems of one syllable from which an ending is taken even if nouns end like that."""

LONG_VERBS = words("""
    나누 배우 기다리 마시 지우 싸우 모으 던지 느끼 가지 지키 마치 놓치 합치 미루 늦추 맞추 멈추 춤추
    감추 갖추 살리 알리 열리 걸리 풀리 틀리 빌리 버리 뿌리 그리 넘기 숨기 옮기 챙기 당기 이기 생기
    즐기 남기 다니 쓰이 보이 모이 움직이 받아들이 고르 부르 흐르 누르 오르 자르 서두르 따르 모르 빠르
    다르 바꾸 꾸미 가르치 거치 걸치 계시 고치 끝내 나타내 내리 놓이 다루 달리 돌리 되돌리 두드리 들리
    떠나 끝나 만나 떨어지 넘어지 만지 망치 맡기 매기 물리 밀리 바라 바르 벌어지 부수 비우 비치 빠지
    사라지 세우 쏟아지 아끼 어울리 없애 여기 올리 외우 울리 이루 이어지 이뤄지 알려지 잠그 저지르 정하
    원하 전하 구하 변하 통하 피하 향하 위하 대하 말하 일하 지나 지내 채우 치르 치우 키우 태우 터지
    퍼지 펼치 피우 해내 헤매 흔들리 흘리 줄이 높이 붙이 쌓이 죽이 기울이 만들 흔들 힘들 이끌 베풀 머물
    내밀 줄어들 떠들 끊기 막히 닫히 잡히 밝히 넣 느려지 나빠지 좋아지 달라지 심하 강하 약하 편하 급하
    흐리 들어가 나가 올라가 내려가 돌아가 가져가 찾아가 나오 들어오 올라오 내려오 돌아오 가져오 찾아오
    나타나 일어나 늘어나 느리 어리 비싸 바쁘 아프 나쁘 기쁘 슬프 예쁘 고프 두 하 되 괜찮 드리 벗어나
    지나가 일으키 무섭 고맙 가볍 아쉽 놀랍 그립 어둡 우습 지겹 두껍 귀엽 바라보 지켜보 쳐다보 둘러보
    들여다보 살펴보 알아보 찾아보 돌아보 내다보 물어보 돌이켜보 돋보이 놀라 모자라 자라 바뀌 사귀 버티
    견디 살피 스미 지나치 외치 설레 놀래 감싸 거세 데려가 데려오 따라오 따라가 걸어가 달려가 건너가
    날아가 나아가 생겨나 깨어나 살아나 어긋나 드러나 물러나 화나 겁나 혼나 엄청나 커지 쓰러지 무너지
    헤어지 멋지 다지 터뜨리 무너뜨리 떨어뜨리 꾸리 훔치 겹치 제치 뽐내 보내 내보내 혼내 힘내 들키 홀리
    질리 떨리 갈리 떠올리 떠오르 기르 찌르 가르 이르 구르 달하 가하 상하 과하 격하 진하 연하 친하 흔하
    뻔하 취하 인하 관하 반하 착하 순하 독하 묻히 꼽히 입히 굳히 맺히 얽히 부딪히 부딪치 부치 마주치
    차리 알아차리 데우 깨우 메우 재우 새우 지새우 다가가 다가오 붙들 거칠 드물 다물 낯설 되돌 배고프
    이쁘 일어서 늘어서 나서 나아지 사들이 벌이 보태 깨닫 그만두 내버려두 놔두 내주 오가 그렇 이렇 저렇
    어떻 아무렇 하얗 빨갛 파랗 노랗 까맣 동그랗 커다랗 뿌옇 누렇 가로막 내뱉 알맞 걸맞 갈아입 어리석
    가두 일컫 알아듣 미치 등지 기억나 부풀 가늘 둥글 아물 저물 꼬집 역겹 시키 지르 누리 가리 후지 저리
    시리 쓰리 갈아타 올라타
    """)
"""Stems of common verbs and adjectives, from which any ending is taken, even one that nouns end like."""

OWN_SYLLABLES = words("""
    앱 웹 팀 키 집 책 날 값 일 말 돈
    """)
"""Nouns of one syllable that are no form of a verb."""

SHORT_NOUNS = OWN_SYLLABLES | words("""
    물 방 글 답 점 곳 것 때 칸 창 탭 폼 맵 컵 옷 밥 꿈 힘 몸 손 눈 발 땅 밤 봄 꽃 빛 색 약
    병 술 빵 칼 총 펜 벽 밖 안 위 앞 뒤 옆 밑 속 길 문 남 잔 층 셀 툴 봇 큐 롤 핀 팁 뷰 훅
    락 표 차 뜻 법 쪽 줄 끝 달 꼴 턱 톤 룸 존 턴 샵 캡 킷 칩 빌 님 비 별 닭 곰 떡 쌀 콩 숲
    섬 코 귀 뼈 짐 짝 왕 목
    """)
"""Nouns of one syllable from which any particle is taken."""

WHOLE = words("""
    기도 머지 국가 차이 나이 아이 길이 높이 깊이 넓이 수도 물가 문의 강의 회의 주의 정의 합의 동의
    논의 의의 방과 문과 차도 강도 지도 온도 속도 제도 태도 정도 각도 한도 시도 의도 보도 제가 내가
    네가 색도 일로 말로 보고 사고 가지 가게 사기 보기 크기 사자 타자 주자 주지 서면 내면 대면 수면
    지면 화면 재고 비고 바다 하나 나라 도로 피로 가로 세로 바로 서로 별로 새로 따로 효과 결과 사과
    학과 성과 통과 초과 부과 경과 기와 평가 증가 휴가 작가 상가 추가 허가 참가 고가 가을 마을 노을
    먹이 놀이 종이 사이 그만 불만 자만 개요 강요 필요 주요 소요 수요 중요 다시 나도 거기 여기 저기
    이기 커서 안내 다만 하지만 그리고 그러나 따라서 또는 혹은 및 지난 어린 다음 처음 마음 얼음 웃음
    이유 오늘 내일 아주 매우 자주 너무 이미 아마 비밀 시작 남자 여자 과자 의자 글자 숫자 문자 그림
    아들 만들 힘들 아직 어제 거의 이제 언제 혼자 함께 모두 우선 아래 거래 노래 미래 원래 오래 차례
    그대로 자기 전기 경기 인기 위기 용기 무기 감기 모기 고기 아기 연기 시기 계기 기기 일기 단지 편지
    공지 유지 정지 금지 방지 잡지 바지 휴지 먼지 반지 의지 돼지 창고 광고 경고 참고 최고 신고 권고
    가방 차지 차고 차기 대지 지고 비만 라면 컵라면 카메라 오페라 참여 기여 부여 급여 대여 관여 수여
    투여 피해 견해 이해 오해 방해 손해 재해 공해 화해 올해 저해 새해 침해 양해 오토바이 날씨 글씨 솜씨
    아저씨 아가씨 말씨 불씨 단어 언어 용어 국어 영어 미디어 스토어 아이디어 플레이어 소프트웨어 하드웨어
    피아 기어 건들 거들 시들 이름 구름 기름 바람 마침 우려 염려 배려 격려 장려 고려 반려 독려 살해
    항해 가해 바나나 안테나 세미나 오케스트라 도어 모자 사이다 디스플레이 플레이 여우 메시지 페이지 이미지
    패키지 챌린지 감자 입자 입지 적자 적지 감지 배우자 지름 인프라 엑스트라 울트라 오로라 테슬라 바닐라
    판도라 고을 고요
    """)
"""Words that end with what looks like a particle or an ending."""

NOT_VERBAL = tuple(
    words("""
    페이지 이미지 메시지 패키지 스토리지 브리지 빌리지 아버지 강아지 송아지 나머지 카트리지 냉장고 단어
    언어 국어 영어 용어 본어 색어 방어 문어 상어 악어 연어 인어 장어 동아 남아 비행기 계산기 세탁기
    선풍기 번역기 이야기 분위기 이어폰 로그인 디자인 도메인 온라인 오프라인 외국인 한국인 직장인 연예인
    캠페인 체인 라인 코인 메인 고려 배려 격려 우려 장려 염려 승려 독려 화려 무려 구려 반려 오히려 전혀
    가지 소시지 캐나다 소나기 냉장고 어머니 할머니 주머니 시간 기간 공간 중간 순간 인간 연간 월간 주간
    야간
    """)
)
"""Ends of nouns that look like forms of verbs."""

NOT_PLURAL = tuple(
    words("""
    흔들 떠들 받들 잠들 핸들 번들 줄어들 접어들 스며들 끼어들 뛰어들 빠져들 모여들 파고들
    """)
)
"""Ends of words in `들` that is no sign of many."""

I_STEMS = words("""
    보이 줄이 높이 쌓이 쓰이 모이 붙이 먹이 놓이 들이 숙이 녹이 죽이 섞이 꺾이 꼬이 트이 파이 덮이
    볶이 속이 벌이 늘이 조이 누이 끓이 묶이 깎이 엮이 닦이 낚이
    """)
LONG_I_STEMS = tuple(
    words("""
    움직이 기울이 망설이 반짝이 끄덕이 받아들이 덧붙이 속삭이 지껄이 둘러싸이
    """)
)
"""Stems, and ends of stems, whose `이` is their own and not that of `이다`."""

NA_STEMS = words("""
    만 끝 떠 나타 일어 태어 뛰어 늘어 벗어 살아 생겨 드러 빛 혼 달아 물러 깨어
    """)
"""What stands before `나요` where `나` is part of the stem."""

SI_STEMS = ("마시", "모시", "계시", "다시")
"""Ends of stems whose `시` shows no respect."""

U_STEMS = frozenset("배지싸채키피태세외비깨치재메데띄틔씌끼새")
"""What stands before `우` where it is the stem's own, `배우`, and not what a final `ㅂ` has become, `쉬우`.
"""

BEFORE_U = words("""
    쉬 더 추 매 미 구 누 주 고 가까 어려 도
    """)
"""Short stems that lose a `ㅂ` before `우` and `워`."""

BARE = words("""
    바빠 나빠 아파 고파 슬퍼 기뻐 예뻐 이뻐
    """)
"""Forms in `아` and `어` that stand alone and are no nouns."""

ADNOMINAL = {
    "린": "올내걸열달느버돌틀알흘날빌풀들드누뿌때살실불밀팔울말",
    "릴": "올내걸열달느버돌틀알흘날빌풀들드누뿌때살실불밀팔울말",
    "낸": "보끝지타해아",
    "낼": "보끝지타해아",
    "꾼": "바",
    "꿀": "바",
    "킨": "시지",
    "킬": "시지",
    "른": "빠다바푸누부모마고자따오흐지치으",
    "쁜": "바나기예이",
    "픈": "아고슬",
    "싼": "비",
    "난": "끝만떠타어겨러",
    "날": "끝만떠타어겨",
    "긴": "맡남옮생숨웃넘담",
    "길": "맡남옮넘",
    "친": "고놓마걸겹합망펼미",
    "칠": "고놓",
    "든": "힘만흔떠잠받",
}
"""Last syllables of forms such as `올린`, `보낼`, and what stands before them in verbs."""

CHANGED = {
    "들": "듣",
    "물": "묻",
    "실": "싣",
    "깨달": "깨닫",
    "나": "낫",
    "지": "짓",
    "부": "붓",
    "이": "잇",
    "그": "긋",
    "저": "젓",
    "모": "모으",
}
"""Stems before a vowel, and what they are before a consonant."""
