/** What members ask for and nobody draws yet, by topic, with what is drawn of the same kind. */
export interface Topic {
  readonly words: readonly string[];
  readonly near: readonly string[];
}

const topic = (words: string, near: readonly string[]): Topic => ({ words: words.split(/\s+/), near });

export const undrawn: readonly Topic[] = [
  topic(
    `pasta spaghetti rice salad steak sausage chocolate cookie candy tomato carrot potato onion pepper grape peach pineapple mango chicken turkey lobster shrimp crab
    mojito cocktail beer juice milk honey jam soda whiskey fries frosting raspberry nut syrup basil hotdog gummybear`,
    ['coffee', 'pizza', 'cake', 'strawberry'],
  ),
  topic(
    `nurse doctor teacher soldier policeman fireman firefighter farmer scientist inventor skateboarder archer dj singer runner cyclist king countess musician drummer
    cowboy detective nun priest monk spy zombie werewolf fairy troll orc goblin centaur medusa demon devil santa elf crowd bride groom president philosopher rockstar popstar moviestar`,
    ['wizard', 'chef', 'astronaut', 'woman'],
  ),
  topic(
    `snake crocodile alligator camel rat hamster guineapig prairiedog gecko chameleon spider ant ladybug beetle scorpion lobster starfish seahorse stingray walrus otter platypus
    ostrich turkey rooster chicken hen pigeon kingfisher woodpecker phoenix hummingbird pterodactyl`,
    ['fox', 'owl', 'penguin', 'frog'],
  ),
  topic(
    `factory treehouse library bookshop bakery restaurant cafe kitchen livingroom bathroom bedroom office school hospital stadium airport station greenhouse museum
    colosseum taj mosque tent igloo ruins graveyard gravestone corridor shop market playground village venice`,
    ['house', 'castle', 'cabin', 'city'],
  ),
  topic(
    `truck firetruck ambulance tank skateboard sled cart wagon carriage zeppelin drone spaceship spacestation satellite canoe kayak gondola cruise trolley`,
    ['car', 'train', 'bicycle', 'sailboat'],
  ),
  topic(
    `typewriter saxophone trumpet drum harp accordion bed mirror phone smartphone laptop computer keyboard pen pencil bag backpack purse hat boots dress jacket
    lipstick mask fountain statue ladder hammer axe gun shield map globe microscope telescope compass dice puzzle toy doll flag necklace earring`,
    ['guitar', 'camera', 'book', 'lamp'],
  ),
  topic(
    `tornado hurricane earthquake avalanche cave crater geyser oasis terrace riceterrace island canyon comet asteroid eclipse`,
    ['mountains', 'waterfall', 'volcano', 'desert'],
  ),
];

/** Ideas for who asked for something unheard of. */
export const anyNear: readonly string[] = ['fox', 'lighthouse', 'coffee', 'astronaut'];
