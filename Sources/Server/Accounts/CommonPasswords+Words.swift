/// What common passwords are made of, once digits and signs around it are taken off.
extension CommonPasswords {
  static let words = Set(
    [ours, typed, known].joined(separator: "\n").split { $0 == " " || $0 == "\n" }.map(String.init))

  /// English, what Korean words look like on an English keyboard, and what this server is about.
  private static let ours = """
    password passwd passwort pass passw passwords passpass mypassword pwd qwerty qwert qwer qwe qwertyui qwertyuiop asd
    asdf asdfg asdfgh asdfghjkl zxc zxcv zxcvb zxcvbn zxcvbnm qaz qazwsx wsx edc abc abcd abcde abcdef abcdefg abcdefgh
    aaa admin administrator root user username guest login logon
    welcome letmein changeme default temp temporary test
    tester testing testtest demo sample secret access master server system computer internet network database office
    company manager employee support iloveyou iloveu loveyou love lovely lover loveme princess angel sunshine monkey
    dragon shadow football baseball basketball soccer hockey superman batman spiderman starwars pokemon michael jordan
    jennifer jessica charlie thomas daniel robert matthew andrew joshua hunter killer ranger buster tigger ginger pepper
    cookie cheese banana orange apple flower summer winter spring autumn january february march april october november
    december monday friday freedom whatever trustno trustnoone hello hellohello goodluck lucky happy family mother
    father
    babygirl baby money samsung galaxy iphone google naver kakao daum facebook instagram twitter youtube windows linux
    microsoft korea corea seoul busan fighting hospital clinic doctor patient nurse eyemon flatbread truloop ssacsu
    dkssud dkssudgktpdy tkfkd tkfkdgo tkfkdgody qlalfqjsgh qlqjs eogksalsrnr gksrnr tjdnf cjstk qkqh
    ghkdlxld gksmf
    rkskekfk gkrry ghltk qudndjs dkrkdi wkrrk dlrjtdms wjdqh rkwhr djaak dkqk
    """

  /// Clubs, places, firms, seasons and names of this country, and what Korean words look like on an English keyboard.
  private static let typed = """
    alstn alswl bayern cheongju christmas daegu daejeon dkagh dksrhk dlatl dlfdltka dmltk donghyun doosan dufma
    dusdn ehdgoanf eunji fall gangnam ghkswk gkdms gkrtod godqhr gwangju halloween hana hanwha hongdae hyundai
    hyunwoo incheon jeju jeonbuk jieun jihoon jiwoo jiyoung juventus kiatigers kookmin lotte lottegiants mancity
    manunited manutd minji minjun minsu newyear nonghyup pohang qhadufma qjwmsk qlqjs qudnjs realmadrid rhakdnj
    rhakqtmqslek rhksflwk rkdmf rudnf samsunglions saturday season seojun seoyeon shinhan soyeon spring suji summer
    sunday sungmin taeyang thursday tjstodsla tjwns tkfkdgkqslek tkfkdgksek tnwl tottenham tuesday ulsan vhgkd
    wednesday wjsghk wldms wldn wlgns woori yearend yuna zjavbxj
    """

  /// The bases of the 1,100 most frequent passwords of public leaks, without what is foul, and of the most frequent
  /// given names and surnames: from the lists of zxcvbn (MIT License, Copyright (c) 2012-2016 Dan Wheeler and Dropbox,
  /// Inc., Copyright (c) 2016 Daniel Wolf).
  private static let known = """
    aardvark aaron abgrtyu accord action adam adams adgjmptw adidas adrian agnes airborne airforce airplane alabama
    alan alaska albert alberto alejandr aleksandr alex alexande alexander alexandr alexis alfred alfredo alice
    alicia allan allen allison alma alpha alpine alvin amadeus amanda amateur amber america anakin anderson andre
    andrea andrei andrey angela angels animal anita anne annette annie anthony antonio anubis apache apollo apples
    aragorn arizona arlene armando arnold arsenal arthur asdasd asdfasdf asdfghj asdfghjk asdzxc ashley atlanta
    atlantis auburn audrey austin avalon avatar awesome azerty babe babes babydoll babylon badboy badger baggins
    bailey baker baller balls bambam bananas bandit banshee barbara barbie barcelon barcelona barnes barney barry
    basket basketba beagle bear beatles beatrice beauty beaver beavis beer beetle bell benjamin bennett berlin
    bernard bernice berry bertha bessie beth betty beverly bigboy bigdaddy bigdog bigfoot biggie bigguy bigmac
    bigman bigone bigred bill billy billybob bingo birdie biscuit biteme blabla black blackcat blackdog blackie
    blade blades blahblah blaster blazer blessed blink blizzard blonde blondie blue bluebird bluemoon blues bluesky
    bobafett bobby bobcat boeing bollocks bomber bond bondage bonehead bonnie booger boogie boomer booty boston
    bowling boyd brad bradley brandon brandy brasil braves brazil brenda brent brett brian britney brittany bronco
    broncos brooklyn brooks brown brownie browns bruce bruins brutus bryan bryant bubba bubble bubbles buckeye
    buckeyes buddha buddy budlight buffalo bugger bulldog bulldogs bullet bunny burger burns butler butter butterfl
    butterfly byron byteme cactus cadillac caesar californ calvin camaro cameron campbell canada cancer cantona
    captain cardinal carl carla carlos carmen carol carolina carolyn carrie carrot carter cartman caserta casey
    casino casper cassie catch catdog catfish catherine cathy cats cavalier cdtnkfyf cecil celtic cessna chad
    champion chaos charger chargers charlene charles charlott charlotte charly chelsea cherokee cherry cheryl
    chester chevelle chevy cheyenne chicago chichi chicken chicks chiefs chipper chocolat chopper chris chrissy
    christ christia christian christin christina christine christop christopher chronic chubby cindy cjkysirj cjkywt
    clara clarence clark classic claudia clayton clifford clifton clinton clover clyde cobra cocacola cody coffee
    cole coleman colleen collins colorado colors colt coltrane compaq concrete condor connect connie connor
    constance consumer cook cookies cooldude coolio cooper copper corey corona corvette cory cosmos cougar cowboy
    cowboys coyote cracker craig crawford creative cricket crimson crusader cruz crystal cthutq curious curtis
    cynthia dagger dakota dale dallas dana dancer danger danielle daniels danni danny darkness darkside darkstar
    darlene darrell darren darryl dave david davis dawn daytona dbrnjhbz dean debbie deborah debra defender deftones
    delete delores delta denise dennis derek derrick desire destiny detroit dexter dfvgbh diablo diamond diamonds
    diana diane diaz diesel dietcoke digger digital dilbert dima dingdong discover disney dixon dkflbvbh dodger
    dodgers doggie doggy dogs dollar dolores dolphin dolphins domino donald donkey donna doodle dookie doris dorothy
    douglas dragons dreamer dreams driver drizzt drowssap drpepper drummer duane dublin ducati dunn dustin dwayne
    dwight eagle eagles earl eatme eclipse eddie edgar edith edna edward edwards edwin eileen einstein ekaterina
    elaine eleanor electric element elephant elizabet elizabeth ella ellen ellis elmer elsie emerald emily eminem
    emma empire engineer enigma enter enterpri eric erica erik erin ernest esther eternity ethel eugene evans evelyn
    everett everton exigen explorer express extreme falcon fantasy faster fatboy fatcat felix fender ferguson
    fernando ferrari ferret fetish ficken fighter finger fire fireball firebird firefly fireman fish fisher fishing
    fktrcfylh fktrctq flash flatron flipper florence flores florida floyd fluffy flyers foobar ford forest forever
    fossil foster foxtrot frances francis francisco frank freaky fred freddy frederick freeman freepass freeuser
    frog froggy frosty funtime fusion fyfcnfcbz fylhtq gabriel gail galina galore gambit gandalf gangsta gangster
    garcia garden gardner garfield gary gateway gators geheim gemini gene genesis genius george georgia gerald
    geraldine geronimo gertrude getsome gfhjkm ghbdtn ghbdtnbr ghjcnj ghost giants gibson gilbert gina girls gizmo
    gladys glen glenn gloria goblin goblue goddess godzilla goforit golden goldfish golf golfer gomez gonzales
    gonzalez goober gordon gorilla gotcha gothic grace graham grant gray green greenday greg gregory grendel griffey
    griffin grizzly groovy guardian guinness guitar gundam gunner hacker hall hamilton hamlet hammer hamster hannah
    hannibal hansolo hardcore hardon harley harold harris harrison harry hawaii hawkeye hawkins hayes hazel heather
    heaven hector helen helpme henderson hendrix henry herbert hercules herman hernandez hershey hesoyam hicks
    highland hill hiphop hitman hjvfirf hobbes hobbit holiday holly hollywoo holmes honda hongkong hooters horse
    horses hotdog hotrod hotstuff hottie howard hudson hugh hughes hummer hunt hunting huskers ibanez icecream
    iceman immortal impala indiana indians indigo inferno infinity insane integra intrepid irene irina ironman isaac
    italia ivan iverson iwantu jack jackie jackoff jackson jacob jacqueline jaguar jaime jamaica james jamie jane
    janet janice jared jasmine jason jasper javier jean jeanette jeanne jeff jeffery jeffrey jenkins jeremy jericho
    jerome jerry jesse jessie jester jesus jill jimmie jimmy joan joann joanne joel john johnnie johnny johnson
    joker jonathan jones jorge jose joseph josephine joyce juan juanita judith judy juice julia julian julie julio
    jumper jungle junior jupiter justice justin justme juventus kansas karate karen karina karl katana katerina
    katherine kathleen kathryn kathy katie kawasaki keeper keith kelly kennedy kenneth kevin kimberly king kingkong
    kirill kissme kitten kitty kittycat klaster knicks knight knights kodiak kolobok kristen kristin kurt kyle
    lacrosse ladybug lakers lance lancer larisa larry lasvegas latino laura lauren laurie lawrence leather ledzep
    legend legion legolas lennon leon leonard leroy leslie lestat lester lewis liberty licker lickme lifehack lights
    lillian lillie linda liquid lisa liverpoo liverpool lizard lloyd lobster logitech lois lollipop london lonestar
    lonewolf long lonnie lopez loretta lori lorraine loser louis louise loverboy lovers lowrider lucifer lucille
    lucy luis lvbnhbq lynn machine maddie maddog madison madman madmax madness madonna maestro maggie magic magnum
    maiden makaveli maksim malibu manchester maniac manson manuel manutd marathon marc marcia marcus margaret maria
    marie marilyn marina marine marines marino mario marion marjorie mark marlboro marley marshall martha martin
    martinez martini marvin mary maryjane mason mathew matrix matthews mature maureen maurice maverick maxima
    maximus maxwell mcdonald megadeth megaman megan melanie melinda melissa melvin memphis mercedes mercury meridian
    merlin metallic metallica mexico miami micheal michele michelle michigan mickey midnight miguel mike milano
    mildred miller mills milton minecraft mirage mister mistress mitchell mnbvcxz molly mongoose monica monitor
    monster montana montreal mookie moore moose morales morgan morpheus morris moscow motorola mountain mouse mozart
    muffin mulder munchkin murphy murray muscle mushroom musicman mustang myers mylove nancy naruto nascar nasty
    nastya natali natalie natasha nathan nathaniel naughty neil nelson nemesis neptune newlife newpass newport
    newyork nfnmzyf nicholas nichols nicola nicole nikita nimrod niners ninja nintendo nipple nipples nirvana nissan
    nolimit nookie norma norman nugget nylons nymets oakland obiwan oicu oksana oldman oliver omega onelove online
    openup orion ortiz oscar osiris outlaw overlord owens oxford packard packers pakistan paladin palmer pamela
    panama panasonic pandora pantera panther panthers panzer paradise paradox parker parrot pascal passat passion
    passport passwor patches patricia patrick patriot patriots patterson paul paula pauline pavilion payne peaches
    peanut peanuts pearl pearljam pebbles pedro peekaboo peewee pegasus peggy pencil penguin pentium pepsi perez
    perkins perry pervert peter peterson phantom philip philips phillip phillips philly phoenix photos phpbb phyllis
    picard picasso pickle pickles pierce piglet pikachu ping pink pioneer pirate pirates pitbull pizza planet
    plastic platinum player playtime poison poiuyt polaris police polina pontiac poohbear pookie poopie popcorn
    popeye porsche porter portland portugal postal potato powder powell precious predator prelude presario price
    prince princes private privet psycho pumpkin punisher punkrock purple pyramid python qawsed qazqaz qazwsxed
    qazwsxedc qazxsw qazxswedc qwaszx qweasd qweasdzxc qweqwe qwertyu rabbit racecar racerx rachel racing rafael
    raider raiders rainbow raistlin ralph ramirez rammstein ramon ramos randall random randy rangers raptor rascal
    rasdzv raul raven ravens raymond razz reaper rebecca reddog redhead redman redneck redrum redskins redsox
    redwings reed regina reginald renee renegade reyes reynolds rfrfirf rhbcnbyf rhonda ricardo rice richard
    richardson rick ricky ripper rita rivera rjntyjr roberta roberto roberts robertson robin robinson rocker rocket
    rocks rockstar rocky rodney rodriguez roger rogers roland rolltide rommel ronald ronaldo ronnie rooster rosa
    rose rosebud rosemary ross rubber ruben ruby rulez runner rush ruslan russell russia ruth ryan sabine sailing
    sailor saints sakura sally salmon samantha sammy samson samuel samurai sanchez sanders sandiego sandman sandra
    sara sarah saturn scarface scooby scooter scorpio scorpion scotland scott scotty scruffy scully sean seattle
    sebastia security seinfeld seminole semperfi septembe serega serenity sergey sesame seven shaggy shalom shamrock
    shane shaney shannon shark sharks sharon shasta shaved shaw shawn sheila shelby sherlock sherry shirley shogun
    shooter shorty shotgun showme showtime sidney siemens sierra silver simmons simple simpson simpsons skater
    skeeter skipper skippy skittles skyline skywalke slapshot slayer slick slipknot smiles smiley smith smitty smoke
    smokey smooth snake snakes snapper snatch snickers sniper snoopy snowball snowman softball software soldier
    sooners sophie spanking spanky sparky spartak spartan speedy spencer spider spiderma spike spirit spitfire
    spooky sprite spunky spyder squirrel squirt srinivas stacey stacy stalker stallion stanley star starcraft
    stardust stargate startrek stealth steelers stephani stephanie stephen stephens steve steven stevens stewart
    sticky stimpy stinger stingray stinky stocking stone stonecol stones storm stormy stranger strider strike stupid
    subaru sublime success sugar sullivan sundance sunday sunrise sunset super superfly surfer surfing susan suzanne
    suzuki svetlana swallow sweetpea sweets sweety swimming swinger swordfis swordfish sydney sylvia tacobell tamara
    tammy tanker tara target tarheel tarheels tarzan tattoo taurus taylor tazman teacher techno teen teens tennis
    tequila teresa terri terry thailand thegame thelma theman theodore theone theresa therock thompson thuglife
    thumper thunder tickle tiffany tiger tigers timber timothy tina tinker tintin titanic titans todd tomcat tommy
    tony tonya topgun tornado toronto torres toshiba tottenha toyota tracy trance transam travel travis trfnthbyf
    trigger trinity triumph trixie trojan trombone trooper trouble troy truck trucker trucks trumpet trunks tucker
    turbo turkey turner turtle tweety twilight twister tyler tyrone ultimate unicorn unreal valentin valentina
    valera valerie vampire vanessa vanhalen vegeta velvet vera verbatim vernon veronica veronika vfhbyf vfrcbv
    vfvjxrf vicki victor victoria victory viking vikings viktor vincent viper virginia vision vivian vladimir voodoo
    voyager wagner walker wallace walnut walter wanda warcraft ward warlock warren warrior warriors washington
    waterloo watkins watson wayne weasel webb wells wendy werewolf wesley west westham westside wheels whiskey white
    whynot wicked wildcat wildcats william williams willie willis willow wilma wilson winner winston wisdom wizard
    wolfgang wolfman wolfpack wolverin wolverine wolves wombat wood woods woody wordpass wrangler wright wrinkle
    wutang xavier xfiles yamaha yankee yankees ybrbnf yellow yfnfif yolanda yomama young ytrewq yvonne zachary
    zaqwsx zeppelin zipper zombie
    """
}
