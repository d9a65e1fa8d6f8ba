/** Things that are named outright, and the words that name each. Where several are said, the first counts most. */
export const kinds = {
  /** Animals that are drawn; behind a bar stand relatives and lookalikes, which are drawn as the nearest. */
  animal: {
    wolf: 'wolf werewolf howl howling | coyote jackal husky hyena',
    stag: 'deer stag buck doe reindeer elk antler | moose caribou antelope gazelle goat ram ibex llama',
    fox: 'fox vixen | raccoon badger otter',
    horse: 'horse pony stallion mare mustang foal | zebra donkey pegasus camel',
    bear: 'bear grizzly | boar gorilla monkey',
    lion: 'lion lioness | lynx cougar puma mountainlion',
    elephant: 'elephant mammoth | rhino rhinoceros hippo safari',
    cat: 'cat kitten kitty feline',
    dog: 'dog puppy hound retriever labrador | bulldog poodle corgi pug',
    owl: 'owl | songbird robin sparrow',
    eagle: 'eagle hawk falcon | bird vulture seagull gull phoenix condor swallow crane swan bat flyingfox',
    butterfly: 'butterfly moth | dragonfly insect hummingbird',
    whale: 'whale humpback orca | dolphin shark seal sealion',
    turtle: 'turtle tortoise seaturtle',
    hare: 'rabbit hare bunny | mouse kangaroo',
    giraffe: 'giraffe',
    dragon: 'dragon wyvern | griffin',
    carp: 'fish koi carp goldfish | salmon trout',
    jelly: 'jellyfish medusa',
  },
  /** Flowers, their own name first; the relatives behind it are drawn as the nearest. */
  flower: {
    rose: 'rose romantic valentine',
    peony: 'peony bouquet wedding carnation hibiscus',
    ranunculus: 'ranunculus camellia magnolia lotus',
    poppy: 'poppy wildflower hibiscus meadow',
    daisy: 'daisy chamomile wildflower marguerite meadow',
    sunflower: 'sunflower',
    anemone: 'anemone cosmos iris windflower',
    dahlia: 'dahlia chrysanthemum aster zinnia lotus',
    blossom: 'blossom cherry cherryblossom sakura apple almond plum magnolia spring jasmine',
    lily: 'lily orchid amaryllis iris',
    tulip: 'tulip crocus',
    lavender: 'lavender herb herbal sage provence lupin hyacinth',
    hydrangea: 'hydrangea allium',
  },
  /** Leaves by their shape. */
  leaf: {
    fern: 'fern bracken',
    monstera: 'monstera philodendron tropical jungle',
    palm: 'palm areca tropical banana jungle',
    eucalyptus: 'eucalyptus',
    olive: 'olive laurel willow bamboo',
    heart: 'ivy vine',
    oval: 'leaf foliage branch ficus tea',
  },
  /** Colours of petals. */
  colour: {
    red: 'red scarlet crimson ruby',
    pink: 'pink blush rosy magenta',
    white: 'white ivory cream',
    yellow: 'yellow golden gold lemon',
    orange: 'orange coral peach apricot',
    blue: 'blue cobalt azure indigo',
    purple: 'purple violet lilac plum',
    black: 'black',
    burgundy: 'burgundy wine maroon',
    teal: 'teal turquoise',
  },
  /** Colours of things. */
  paint: {
    red: 'red scarlet crimson ruby',
    orange: 'orange',
    yellow: 'yellow',
    green: 'green emerald',
    teal: 'teal turquoise',
    blue: 'blue cobalt azure',
    purple: 'purple violet',
    pink: 'pink rosy',
    brown: 'brown wooden leather',
    white: 'white ivory polar',
    grey: 'grey gray silver',
    black: 'black',
    gold: 'gold golden',
  },
  /** What an emblem shows. */
  motif: {
    mountain:
      'mountain peak alps hill hiking hike climb climbing camp camping outdoors adventure explore summit ski snow winter wilderness wild',
    waves:
      'wave ocean sea surf beach surfing coast island water sail ship boat lighthouse fish whale nautical lake river',
    forest: 'forest tree pine wood woodland park nature bear wolf deer fox',
    palms: 'palm tropical island paradise summer hawaii california miami vacation aloha',
    moon: 'moon night star space planet rocket galaxy astronaut cosmic cosmos universe dream sleep witch magic magical mystic celestial constellation alien',
    skyline: 'city skyline urban town building street skyscraper tokyo york london paris night',
    flower:
      'flower floral rose sunflower daisy poppy peony lily lotus blossom dahlia anemone bloom garden leaf botanical plant',
    mushroom: 'mushroom toadstool fungi fungus',
    sun: 'sun sunshine sunny happy positive energy light solar day tarot',
    compass: 'compass travel traveler wander wanderlust journey explorer navigator pirate map anchor',
    bolt: 'lightning thunder bolt electric power energy rock punk metal music band speed racing storm',
    heart: 'heart love valentine wedding mother mom family romance',
  },
} as const;
export type Kind = keyof typeof kinds;
