import type { ComposerName } from './leanings.ts';

interface Subject {
  /** What one of its words weighs: a thing to be seen outweighs the place it is seen in, a manner of making outweighs both. */
  readonly weight: number;
  readonly words: readonly string[];
}

const subject = (weight: number, words: string): Subject => ({ weight, words: words.split(/\s+/) });

/** What each composer alone can draw. Words of mood and hour are in no list: every composer answers those with its palette. */
export const subjects: Readonly<Record<ComposerName, readonly Subject[]>> = {
  landscape: [
    subject(
      3,
      `landscape mountain peak hill hillside valley lake river creek stream waterfall forest wood woodland pine meadow field prairie grassland desert dune canyon mesa
      glacier fjord volcano aurora countryside scenery wilderness alp alps himalaya savanna tundra jungle swamp vineyard cliff horizon patagonia dolomites pond`,
    ),
    subject(2, 'tree sky cloud'),
  ],
  flow: [
    subject(
      3.6,
      'abstract abstraction flow flowing ribbon silk veil marble marbled marbling liquid fluid swirl swirling smoke generative gradient agate geode kintsugi',
    ),
  ],
  sea: [
    subject(
      3.4,
      `sea ocean seascape beach surf wave coast coastline seashore shore lighthouse sailboat sailing boat ship yacht island lagoon harbor harbour pier underwater reef coral
      pacific atlantic tsunami maritime nautical bay cove tide`,
    ),
    subject(4, 'lighthouse sailboat ship boat yacht'),
  ],
  city: [
    subject(
      3.6,
      `city cityscape skyline street skyscraper building tower urban downtown metropolis alley rooftop bridge tokyo paris london york manhattan venice hongkong chicago berlin
      cyberpunk town village architecture house traffic cathedral castle`,
    ),
  ],
  space: [
    subject(
      3.8,
      `space galaxy nebula planet cosmos cosmic universe astronaut saturn jupiter mars comet asteroid meteor interstellar orbit spaceship rocket supernova solar constellation
      eclipse milky starfield spacecraft astronomy`,
    ),
  ],
  portrait: [
    subject(
      4.7,
      `portrait face woman man girl boy person lady gentleman king queen princess warrior samurai model headshot profile self human eye grandmother grandfather child
      elf wizard witch goddess god hero musician dancer ballerina silhouette`,
    ),
  ],
  animal: [
    subject(
      4.7,
      `animal wolf fox bear deer stag elk moose horse cat kitten dog puppy lion tiger leopard panther elephant giraffe zebra rhino whale dolphin orca shark fish koi octopus
      jellyfish turtle bird owl eagle hawk falcon raven crow parrot toucan hummingbird flamingo peacock swan heron crane duck penguin rabbit hare bunny squirrel hedgehog mouse
      butterfly moth bee dragonfly snake lizard frog dragon unicorn phoenix monkey gorilla panda koala kangaroo cow bull buffalo sheep goat pig rooster wildlife pet creature
      dinosaur seal otter badger raccoon lynx jaguar`,
    ),
  ],
  botanical: [
    subject(
      3.9,
      `botanical botany herbarium flower floral rose tulip sunflower daisy poppy peony lily lotus orchid lavender dahlia anemone magnolia hydrangea carnation chrysanthemum
      iris hibiscus camellia wildflower bouquet wreath posy garland blossom bloom petal leaf foliage fern monstera eucalyptus olive ivy plant houseplant succulent cactus
      mushroom toadstool fungus fungi herb herbal seedling sprout stem sprig branch bonsai sakura cherry vine bulb ikebana philodendron garden`,
    ),
    subject(6, 'botanical herbarium bouquet wreath posy ikebana'),
  ],
  geometric: [
    subject(
      5.2,
      `geometric geometry bauhaus constructivist constructivism suprematism suprematist cubist cubism mondrian kandinsky deco modernist modernism midcentury mid memphis risograph riso
      sunburst swiss totem`,
    ),
    subject(
      2.4,
      'poster circle square triangle rectangle arc grid shape screenprint print composition minimal minimalist',
    ),
  ],
  pattern: [
    subject(
      6.2,
      `pattern seamless tile tiled tileable repeat repeating terrazzo mosaic seigaiha moroccan zellige azulejo checkerboard checkered gingham plaid tartan chevron herringbone
      houndstooth polka scallop textile fabric batik kilim damask arabesque girih stripe striped check`,
    ),
    subject(2.6, 'wallpaper ornament ornamental motif texture scale'),
  ],
  emblem: [
    subject(
      6.6,
      'emblem badge crest logo logotype insignia patch sticker mascot shield heraldic heraldry escutcheon tshirt shirt tee hoodie merch stamp seal decal icon',
    ),
  ],
  typographic: [
    subject(
      7.4,
      'typography typographic lettering calligraphy quote slogan headline font letter letterpress wordmark text type word saying says reads reading motto affirmation',
    ),
  ],
};
