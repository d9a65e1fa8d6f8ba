import type { Words } from './words.ts';

/** Own words of a thing, and those of relatives that are drawn as it. */
export interface Spelled {
  readonly own: readonly string[];
  readonly like: readonly string[];
}

/** Reads one thing's words: relatives stand behind a bar. */
export function spelled(list: string): Spelled {
  const [own = '', like = ''] = list.split('|');
  const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
  return { own: words(own), like: words(like) };
}

const beings = {
  tiger: 'tiger | leopard cheetah jaguar panther',
  panda: 'panda',
  flamingo: 'flamingo | heron stork',
  penguin: 'penguin | puffin',
  raven: 'raven crow | blackbird magpie',
  hedgehog: 'hedgehog | porcupine',
  peacock: 'peacock',
  koala: 'koala | sloth',
  octopus: 'octopus kraken | squid',
  bee: 'bee bumblebee honeybee | wasp',
  frog: 'frog toad',
  cow: 'cow cattle | bull buffalo bison ox',
  pig: 'pig piglet',
  squirrel: 'squirrel | chipmunk beaver',
  dinosaur: 'dinosaur trex tyrannosaurus | lizard',
  unicorn: 'unicorn',
  snail: 'snail',
  duck: 'duck duckling | goose',
  sheep: 'sheep lamb',
  robot: 'robot android | cyborg',
  alien: 'alien martian',
  ghost: 'ghost phantom',
  skull: 'skull | skeleton',
  snowman: 'snowman',
  wizard: 'wizard sorcerer merlin | druid',
  witch: 'witch sorceress',
  pirate: 'pirate buccaneer',
  viking: 'viking | barbarian',
  superhero: 'superhero superheroine | hero heroine',
  chef: 'chef cook | baker',
  clown: 'clown jester harlequin',
  angel: 'angel archangel | cupid',
  vampire: 'vampire dracula',
  ballerina: 'ballerina | dancer',
  mermaid: 'mermaid | siren',
  gnome: 'gnome dwarf | leprechaun',
  ninja: 'ninja',
  samurai: 'samurai shogun | ronin',
  geisha: 'geisha',
  surfer: 'surfer',
  boxer: 'boxer',
  'astronaut on a horse': 'astronautridingahorse astronautonahorse',
  astronaut: 'astronaut cosmonaut spaceman',
  fisherman: 'fisherman | sailor captain',
};

const food = {
  coffee: 'coffee espresso cappuccino latte mug | cocoa',
  tea: 'tea teacup teapot',
  matcha: 'matcha',
  pancakes: 'pancake | waffle crepe',
  pizza: 'pizza',
  cake: 'cake cheesecake | pie tart',
  cupcake: 'cupcake muffin',
  ramen: 'ramen noodle | soup pho',
  strawberry: 'strawberry | raspberry',
  burger: 'burger hamburger cheeseburger | sandwich',
  sushi: 'sushi nigiri maki',
  'ice cream': 'icecream gelato | sorbet',
  wine: 'wine wineglass | champagne',
  lemon: 'lemon | lime citrus',
  orange: 'clementine tangerine mandarin grapefruit',
  toast: 'toast avocadotoast',
  bread: 'bread loaf sourdough | baguette',
  apple: 'apple',
  pear: 'pear',
  banana: 'banana',
  watermelon: 'watermelon | melon',
  avocado: 'avocado',
  croissant: 'croissant',
  tacos: 'taco | burrito',
  donut: 'donut doughnut | bagel',
  egg: 'egg',
  cheese: 'cheese',
};

const objects = {
  'perfume bottle': 'perfumebottle perfume cologne fragrance',
  bottle: 'bottle skincare serum',
  sneakers: 'sneaker trainer | shoe boot',
  watch: 'watch wristwatch pocketwatch',
  clock: 'clock alarmclock',
  guitar: 'guitar ukulele',
  violin: 'violin cello | fiddle',
  piano: 'piano',
  book: 'book | notebook diary',
  camera: 'camera',
  candle: 'candle',
  chair: 'chair armchair | stool sofa couch',
  lamp: 'lamp desklamp | lantern',
  headphones: 'headphone headset',
  vase: 'vase | urn amphora',
  'treasure chest': 'treasurechest treasure chest',
  'diamond ring': 'diamondring engagementring weddingring diamond',
  sword: 'sword excalibur katana | dagger',
  'crystal ball': 'crystalball snowglobe',
  'teddy bear': 'teddybear teddy',
  umbrella: 'umbrella parasol',
  chess: 'chess chessboard | checkmate',
  gift: 'gift giftbox present',
  hourglass: 'hourglass sandglass',
  'origami crane': 'origami papercrane',
  heart: 'heart valentine',
  'christmas tree': 'christmastree',
  pumpkin: 'pumpkin jackolantern',
  balloons: 'balloon',
  key: 'key',
  crown: 'crown tiara',
  'light bulb': 'lightbulb',
  glasses: 'sunglasses eyeglasses spectacles glasses',
  television: 'television tv',
  kite: 'kite',
};

const vehicles = {
  car: 'car sportscar automobile convertible | jeep limousine porsche ferrari mustangcar',
  taxi: 'taxi cab',
  van: 'van campervan camper | minibus',
  bus: 'bus',
  train: 'train locomotive steamtrain | tram',
  bicycle: 'bicycle bike',
  motorcycle: 'motorcycle motorbike | scooter vespa',
  airplane: 'airplane plane aeroplane aircraft jet',
  helicopter: 'helicopter',
  submarine: 'submarine',
  tractor: 'tractor',
  ufo: 'ufo flyingsaucer | spaceship',
  ship: 'ship pirateship galleon | ferry',
  'hot air balloon': 'hotairballoon',
};

/** Where a thing may stand, and what may only say of what kind it is: said beside a thing, the thing is drawn. */
export const places = {
  couple: 'couple lovers | newlyweds',
  family: 'family',
  baby: 'baby newborn infant | toddler',
  castle: 'castle fortress | palace',
  'eiffel tower': 'eiffeltower eiffel',
  cabin: 'cabin cottage hut | barnhouse',
  temple: 'temple pagoda shrine',
  barn: 'barn farmhouse | farm',
  windmill: 'windmill',
  pyramids: 'pyramid',
  church: 'church cathedral chapel',
  volcano: 'volcano',
  rainbow: 'rainbow',
  waterfall: 'waterfall',
  'great wave': 'greatwave giantwave hugewave giantoceanwave greatoceanwave tsunami',
  storm: 'lightning thunderstorm storm',
};

/** Single things, told by their outline and colour. */
export const things = { ...beings, ...food, ...objects, ...vehicles };

/** Whether it stands on a table, where no weather comes. */
export const isStillLife = (name: string): boolean => name in food || name in objects;

export type ThingName = keyof typeof things | keyof typeof places;

/** The thing that a picture is of: the one that is said first, and a place only where no thing is. */
export function thingOf(words: Words): { readonly name: ThingName; readonly place: number } | undefined {
  for (const shelf of [things, places]) {
    const [first] = Object.entries(shelf)
      .map(([name, list]) => {
        const { own, like } = spelled(list);
        return { name: name as ThingName, place: words.placeOf(...own, ...like) };
      })
      .filter(({ place }) => place >= 0)
      .sort((a, b) => a.place - b.place);
    if (first !== undefined) return first;
  }
  return undefined;
}
