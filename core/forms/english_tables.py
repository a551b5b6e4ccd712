"""What English has outside its rules: irregular forms, and words that are not derived from what they look
like."""

from core.forms import words


def _by_word(lines: str) -> dict[str, str]:
    """Each line is a word and then its forms."""
    return {form: word for word, *forms in map(str.split, lines.splitlines()) for form in forms}


IRREGULAR = _by_word("""\
api apis
cpu cpus
db dbs
gpu gpus
gui guis
id ids
ip ips
kpi kpis
pm pms
pr prs
ui uis
vm vms
arise arose arisen
awake awoke awoken
be am is are was were been being
bear bore borne
beat beaten
become became becoming
begin began begun beginning
bend bent
bet betting
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen choosing
cling clung
come came coming
cost costing
creep crept
cut cutting
deal dealt
die dying died dies dead death
dig dug
do does did done doing
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown flies flying
forbid forbade forbidden
foresee foresaw foreseen
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten getting
give gave given giving
go goes went gone going
grind ground
behold beheld
bid bade bidden
fling flung
forsake forsook forsaken
hew hewn
mow mown
partake partook partaken
sew sewn
shear shorn
slay slew slain
sling slung
slink slunk
smell smelt
sneak snuck
sow sown
spill spilt
spit spat
spoil spoilt
stink stank stunk
strew strewn
stride strode stridden
string strung
swell swollen
thrive throve thriven
tread trod trodden
wring wrung
grow grew grown growth
hang hung
have has had having
hear heard
hide hid hidden hiding
hit hitting
hold held
keep kept
kneel knelt
know knew known knowledge
lay laid lays
lead led
lean leant
leap leapt
learn learnt
leave left leaving
lend lent
let letting
lie lay lain lying lied
light lit
lose lost losing loss
make made making
mean meant
meet met meeting
mislead misled
mistake mistook mistaken
misunderstand misunderstood
overcome overcame
overwrite overwrote overwritten
pay paid
prove proven
put putting
quit quitting
read reading
rebuild rebuilt
redo redid redone
rerun reran rerunning
resend resent
reset resetting
rewrite rewrote rewritten
ride rode ridden riding
ring rang rung
rise rose risen rising
run ran running
say said says
see saw seen seeing
seek sought
sell sold seller sellers
send sent
set setting
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
shut shutting
sing sang sung singing
sink sank sunk
sit sat sitting
sleep slept
slide slid
speak spoke spoken speech
speed sped
spell spelt
spend spent
spin spun
split splitting
spread spreading
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck stricken
strive strove striven
swear swore sworn
sweep swept
swim swam swum
swing swung
take took taken taking
teach taught
tear tore torn
tell told
think thought
throw threw thrown
undergo underwent undergone undergoes
understand understood
undo undid undone undoes
uphold upheld
upset upsetting
use used uses using usage usages user users usable useful usefulness
wake woke woken
wear wore worn
weave wove woven
weep wept
win won winning
wind wound
withdraw withdrew withdrawn
write wrote written writing
tie tying tied ties
free freed freeing freedom
agree agreeing
bed beds
need needed needs needing
seed seeded
succeed succeeded success successes successful successfully
exceed exceeded excess
proceed proceeded procedure procedures
add added adding addition additions additional additionally
err error errors erroneous
refer referred referring reference references referral
taste tasted tasting
paste pasted pasting
waste wasted wasting
bathe bathed bathing
breathe breathed breathing
please pleased pleasing
sing singer
child children
man men
woman women
person people persons
route router routers routing routed
old older oldest
act action actions actor actors
forgive forgiveness
ski skis
behave behavior behaviors behavioral
expire expiry
create creates created creating creation creations creative creator creators
consult consultant consultants consultancy
govern governor governors
foot feet
tooth teeth
goose geese
mouse mice
louse lice
ox oxen
die dice
leaf leaves
half halves halve halved halving
life lives
knife knives
wife wives
wolf wolves
shelf shelves shelve shelved shelving
self selves
thief thieves
calf calves
loaf loaves
scarf scarves
dwarf dwarves
hoof hooves
elf elves
sheaf sheaves
wharf wharves
penny pence pennies
index indices indexes
matrix matrices
vertex vertices
vortex vortices
appendix appendices
axis axes
analysis analyses analyze analyse analyzed analysed analyzing analysing
analysis analyst analysts analytic analytics analytical
basis bases
crisis crises
thesis theses
hypothesis hypotheses
diagnosis diagnoses diagnostic diagnostics diagnose
emphasis emphases emphasize
parenthesis parentheses
synthesis syntheses synthesize
synopsis synopses
oasis oases
criterion criteria
phenomenon phenomena
automaton automata
datum data
medium media
bacterium bacteria
curriculum curricula
memorandum memoranda
spectrum spectra
millennium millennia
symposium symposia
addendum addenda
erratum errata
ovum ova
genus genera
corpus corpora
codex codices
apex apices
cortex cortices
helix helices
locus loci
torus tori
octopus octopi
terminus termini
nebula nebulae
vertebra vertebrae
alga algae
ellipsis ellipses
prognosis prognoses
neurosis neuroses
stratum strata
schema schemata
stigma stigmata
stimulus stimuli
nucleus nuclei
radius radii
focus foci
cactus cacti
alumnus alumni
fungus fungi
syllabus syllabi
formula formulae
antenna antennae
larva larvae
bus buses busses
gas gases gasses gassed gassing
quiz quizzes
yes yeses
series series
species species
good better best well
bad worse worst badly
far farther further farthest furthest
little less least
many more most
late later latest lately
eldest elder
big bigger biggest
easy easier easiest easily ease
true truly truth
full fully fuller fullest
day daily
week weekly
month monthly
year yearly
night nightly
happy happily happiness happier happiest
busy busier busiest busyness
hot hotter hottest heat
gray grey
program programme programmes
judge judgement judgment judgements
center centre centred
meter metre metres
liter litre
fiber fibre
theater theatre
caliber calibre
license licence
catalog catalogue
fulfill fulfil fulfilled fulfillment
enroll enrol
install instal
skillful skilful
skill skilled
apply application applications applicant applicable applied
publish publication publications
repeat repetition repetitions repeatedly
compete competition competitions competitor competitive
convert conversion
define definition definitions definite
decide decision decisions
divide division divisions
describe description descriptions
explain explanation explanations
complain complaint complaints
constrain constraint constraints
restrain restraint restraints
exclaim exclamation
invite invitation
cite citation
quote quotation
maintain maintenance maintained
sustain sustenance
receive receipt receipts reception
retain retention
detain detention
prevent prevention
intend intention intent
attend attention attendance
extend extension extent
suspend suspension
pretend pretense
respond response responses
expand expansion
invade invasion
persuade persuasion
collide collision
explode explosion
erode erosion
confuse confusion
permit permission permissions
admit admission
commit commits committed committing committer commitment
omit omission
submit submission
transmit transmission
emit emission
insert insertion
assert assertion
move movement movements movable
argue argument arguments
acquire acquisition
require requirement requisition
inquire inquiry
solve solution solutions solver
resolve resolution
evolve evolution
revolve revolution
absorb absorption
subscribe subscription
consume consumption
assume assumption
resume resumption
redeem redemption
interrupt interruption
corrupt corruption
adopt adoption
fail failure failures
close closure closures
expose exposure
seize seizure
depart departure
disclose disclosure
press pressure
sign signature signatures
mix mixture
fix fixture
deliver delivery deliveries
discover discovery discoveries
recover recovery recoveries
master mastery
assemble assembly assemblies
assist assistant assistance
strong stronger strongest strength strengthen
long longer longest length
wide width
deep depth
high height
broad breadth
warm warmth
young youth
weigh weight
choose choice choices
advise advice advisor advisors advisory
practice practise practises practised practising
compare comparison comparisons
mathematics mathematician mathematicians
menu menus
guru gurus
taxi taxis
wiki wikis
emoji emojis
alibi alibis
kiwi kiwis
safari safaris
bikini bikinis
rabbi rabbis
tsunami tsunamis
semi semis
deli delis
chili chilis
plus pluses
believe belief
prove proof
sell sale sales
give gift
live alive
tend tendency
modern modernize
standard standardize
modify modification
simple simplify simpler simplest simply simplicity
pure purify
clear clarify clarity
class classify classification
specific specify specification specifications
secure security
include inclusion
exclude exclusion
conclude conclusion
provide provision
revise revision
supervise supervision
visible visibility
history historical historic historically
technology technological
strategy strategic
energy energetic
system systematic
problem problematic
magic magical
member membership
owner ownership
own owned owner
possible possibly possibility
probable probably probability
available availability
responsible responsibility
capable capability
combat combats combated combating combatant combatants
improvise improvised improvising improvisation
unite united unites uniting
safe safety
certain certainty
loyal loyalty
cruel cruelty
difficult difficulty difficulties
honest honesty
store storage
science scientist scientists scientific
politics politician politicians
automate automatic automatically automation
center centers
expand expansive
explode explosive explosives
include inclusive
extend extensive extensively extensible extensibility
recognize recognition
intense intensive intensively
important importance importantly
dense density
sane sanity
summary summarize
apology apologize
memory memorize
priority prioritize
category categorize
minimum minimize minimal
maximum maximize maximal
optimum optimize optimal
sympathy sympathize
harmony harmonize
fame famous
joy joyous
nerve nervous nervously
wood wooden
gold golden
wool woolen woollen
silk silken
bake bakery bakeries
brave bravery
rob robbery robberies
machine machinery
survive survivor survivors
sail sailor sailors
conquer conqueror conquerors
medicine medical medication medications
brew brewery breweries
aluminum aluminium
artifact artefact
cozy cosy
draft draught
jewelry jewellery
maneuver manoeuvre
mold mould
mustache moustache
pajamas pyjamas
plow plough
skeptic sceptic
skeptical sceptical
tire tyre
cloud cloudy
rain rainy
wind windy
sun sunny
snow snowy
fog foggy
storm stormy
ice icy
dirt dirty
health healthy
noise noisy
risk risky
luck lucky luckily
guilt guilty
mess messy
salt salty
spice spicy
taste tasty
dust dusty
mud muddy
sleep sleepy
thirst thirsty
hunger hungry
anger angry angrily
greed greedy
wealth wealthy
trick tricky
bug buggy
fault faulty
speed speedy
stable stability stabilize stabilization
able ability abilities
refuse refusal
approve approval approvals
remove removal removals
arrive arrival arrivals
propose proposal proposals
dispose disposal
renew renewal
withdraw withdrawal
survive survival
deny denial
try trial
verify verification
vary variation variety variance
rely relies relied relying reliable reliance
copy copying
differ difference differences different differently
prefer preference preferences preferred
exist existence existent
occur occurrence occurred
depend dependence dependency dependent dependencies
distance distant
absent absence
perform performance performances
appear appearance appearances
accept acceptance
assure assurance
insure insurance
ensure ensured
guide guidance
inform information
confirm confirmation
complex complexity
equal equality
similar similarity
compatible compatibility
modular modularity
popular popularity
persist persistent persistence
act activate activation
multiply multiplication
occupy occupation
satisfy satisfaction satisfactory
destroy destruction destructive
finance financial
pursue pursuit
fly flight
register registration
admin administer administration administrator
pronounce pronunciation
theory theoretical
referendum referenda
supervise supervision supervisor
dwell dwelt
leak leakage
link linkage
break breakage
certify certificate certificates
period periodic
symbol symbolic
algorithm algorithmic
atom atomic
robot robotic robotics
magnet magnetic
metal metallic
icon iconic
poet poetic
hero heroic
agile agility
acid acidity
rare rarity
episode episodic
alphabet alphabetic alphabetical
enthusiast enthusiastic
system systemic
ally alliance alliances
defy defiance defiant
rely reliant
architect architecture architectures architectural
photography photograph photographs photographed
philosophy philosopher philosophers philosophical
counsel counselor counselors counsellor counsellors
rent rental rentals
proceed procedural
occupy occupancy occupant occupants
consider consideration considerations
severe severity
tolerate tolerant tolerance tolerances tolerable
infinite infinity
devote devotion
evade evasion
dark darken
hard harden
light lighten
loose loosen
short shorten
soft soften
straight straighten
threat threaten
tight tighten
weak weaken
wide widen
broad broaden
bright brighten
sharp sharpen
deep deepen
length lengthen
""")
"""Forms and derived words, and the word that each belongs to."""

OF_THEIR_OWN = words("""
    https dns sms tls adder authority authorize barrister beaker beverage bower bunker capitalist caper
    carriage celebrity center collateral colonist colonize commence communist community conceal
    confidential congeal consist constant cower dentist easter emergency expertise fender fester fidelity
    flicker generous glower gorgeous hanker heather hilarious hinder hunker insist integrity judaism
    larder lather launder leftist likewise limber majority marshal merchant minority optimist organism
    organize otherwise paradise persist pester ponder posterity potter present priority probable
    protestant publicity pucker restaurant salver sergeant simmer spatter stationary subsist tamper taper
    tentative totter treatise tribunal tucker underage university vigilant virtual welter whisker wicker
    docker container pager procession experience after anger badger banner barber barrier beaver bitter
    blazer bother bowser brother buffer bugger burger butcher butler butter buzzer caliper cancer canter
    career cater cavalier chamber chapter charter chatter cheer chester cinder clover cluster coaster
    cooper copper corner counter courier cover crater customer dagger danger deer differ dinner dover
    drawer eager either elder ember enter ether father feather ferrer fever fiber fiddler filler filter
    financier finger flower former foyer frontier gather ginger glacier grover gutter halter hammer
    hamper harper hover however hunger hyper inner inter jumper ladder later latter layer leather ledger
    letter lever linger litter liver locker lumber luster manner master matter mater meager member mercer
    merger meter minister mister monster moreover mother muster mutter never number offer officer order
    other otter outer outlier oyster paper parker partner patter peer pepper pier pitcher plaster platter
    poker polyester polymer pointer porter poster powder power premier primer proper prosper quarter
    quiver rather ranger razer register render river rocker rooster rubber saucer scatter scooter
    semester server sewer shatter sheer shelter shimmer shiver shoulder shower shutter sinister sister
    skipper skinner slander slaughter slipper smother sneer sober solder soldier spider splinter squander
    stagger steer stinger stranger suffer summer super supper surrender sweater tanker temper tender
    terrier tiger timber together toner tower trailer trigger trooper twitter umber under upper usher
    utter voucher wafer wager wander water weather wether whether whisper winter wither wonder factor
    doctor pastor professor sector traitor tractor tailor meteor mentor castor successor motor forest
    request interest honest modest harvest protest contest invest arrest digest suggest manifest guest
    quest priest west test chest tempest conquest earnest attest ingest molest everest incest crest
    detest infest divest dishonest latest several internal informal pastoral lateral general literal
    liberal federal neutral central material criminal funeral mineral admiral capital hospital digital
    terminal nominal animal integral signal cardinal ordinal marginal crystal medal spiral rational
    critical physical typical commercial official financial social special essential potential initial
    partial committee tennessee guarantee refugee oversee foresee pedigree degree chimpanzee jubilee
    yankee family only early july reply supply ally italy anomaly monopoly comply multiply imply likely
    mostly lovely belly bully jelly rally tally silly ugly holy folly jolly hardly nearly barely scarcely
    shortly butterfly curly melancholy homily dolly chilly comment moment document department
    apartment element segment fragment experiment implement complement supplement instrument parliament
    increment sentiment compartment testament tournament cement augment compliment monument ornament
    sediment pigment garment regiment torment lament ferment condiment detriment impediment predicament
    filament ligament firmament temperament sacrament basement casement commandment parchment tenement
    clement worship township warship hardship airship courtship scholarship spaceship kinship flagship
    business witness harness governess wilderness likeness highness grateful handful mouthful spoonful
    armful awful bashful personality quality hospitality charity nativity portion section fraction
    faction question station nation ration caption caution function fiction junction sanction auction
    traction mission passion pension mansion tension version vision occasion position condition edition
    tradition ambition audition expedition petition nutrition proposition disposition compassion
    discretion probation diction conversation mention attention convention intention provision
    admission vocation objective perspective respective subjective relative negative native alternative
    initiative conservative durable parable capable constable vegetable hospitable portable considerable
    notable malleable amiable affable venerable syllable sociable reputable equitable inevitable
    formidable enable disable table cable fable stable cursor sensor censor tensor commission profession
    ignorance france impossible visible legible feasible compatible festival universal international
    possible responsible terrible horrible incredible finance substance severance instance distance
    advance balance romance entrance ordinance nuisance sentence sequence audience science essence
    influence evidence presence conference competence always news lens alias bias canvas atlas christmas
    pancreas species series during ceiling wedding evening morning string spring bring thing king ring
    sing wing sling sting swing fling cling ding ping being nothing something anything everything sibling
    darling pudding hundred sacred naked wicked rugged ragged embed shred sled biped indeed speed seed
    feed breed bleed greed steed weed creed executive successive populist industrious parity civilize
    patronize covenant important laboratory oratory motion emotion
    commotion variable consider currency contention consolation recession coroner equator engineer lacy legacy
    statistic logistic ballistic holistic relay gracious rapier canister
    """)
"""Words that end as if they were forms of others or derived from them, and are not, or mean another thing."""

WITH_ATE = words("""
    candidate template designate fabricate chocolate certificate climate private corporate senate
    carbonate consulate laureate magistrate liquidate temperate passionate motivate modulate perpetuate
    conjugate underrate overrate restate prostate
    """)
"""Words in `ate` that have nothing to do with what stands before it."""

VERBATIM = words("""
    finale heroine petite premiere silicone unite vigilante
    secrete humane morale rationale locale envelope artiste corpse caste
    """)
"""Words with a silent `e` that others lack."""
