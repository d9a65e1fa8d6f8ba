import type { ComposerName } from './leanings.ts';
import { kinds } from './kinds.ts';
import { places, things } from './things.ts';

/**
 * What is drawn, by what it is called: the words that ask for it and, behind a bar, relatives that are drawn as it.
 * Members are told of those.
 */
export type Repertoire = Readonly<Record<string, string>>;

/** Things of one weight: a thing to be seen outweighs the place it is seen in, a manner of making outweighs both. */
export interface Shelf {
  readonly weight: number;
  readonly things: Repertoire;
}

const shelf = (weight: number, things: Repertoire): Shelf => ({ weight, things });

/** What each composer draws. Words of mood and hour are on no shelf: every composer answers those with its palette. */
export const repertoire: Readonly<Record<ComposerName, readonly Shelf[]>> = {
  landscape: [
    shelf(3, {
      mountains: 'mountain peak alp alps himalaya dolomites patagonia | cliff glacier',
      lake: 'lake pond fjord | river creek stream swamp',
      forest: 'forest wood woodland pine | jungle',
      meadow: 'meadow field prairie grassland savanna | tundra vineyard',
      valley: 'valley hill hillside countryside',
      desert: 'desert dune',
      canyon: 'canyon mesa',
      'northern lights': 'aurora northernlights',
      landscape: 'landscape scenery wilderness horizon',
    }),
    shelf(2, { tree: 'tree', sky: 'sky cloud' }),
    shelf(1.2, {
      sunset: 'sunset sundown dusk',
      sunrise: 'sunrise dawn',
      stars: 'star starry',
      moon: 'moon',
      snow: 'snow snowy',
    }),
  ],
  flow: [
    shelf(3.6, {
      'abstract shapes': 'abstract abstraction generative gradient',
      ribbons: 'flow flowing ribbon',
      silk: 'silk veil smoke',
      marble: 'marble marbled marbling liquid fluid swirl swirling agate geode kintsugi',
    }),
  ],
  sea: [
    shelf(3.4, {
      sea: 'sea ocean seascape pacific atlantic maritime nautical tide | bay',
      beach: 'beach | lagoon',
      waves: 'wave surf',
      coast: 'coast coastline seashore shore | island harbor harbour pier cove',
      'coral reef': 'underwater reef coral',
    }),
    shelf(4, { lighthouse: 'lighthouse', sailboat: 'sailboat boat yacht sailing' }),
  ],
  city: [
    shelf(3.6, {
      city: 'city cityscape urban downtown metropolis skyline skyscraper building tower | town village london york manhattan hongkong chicago berlin paris venice',
      street: 'street alley | tokyo cyberpunk traffic',
      rooftops: 'rooftop',
      bridge: 'bridge',
      house: 'house villa pool | architecture',
    }),
  ],
  space: [
    shelf(3.8, {
      galaxy: 'galaxy',
      nebula:
        'nebula space cosmos cosmic universe interstellar starfield milky supernova astronomy constellation | comet asteroid meteor',
      planet: 'planet solar orbit neptune uranus venus mercury pluto | eclipse',
      saturn: 'saturn',
      jupiter: 'jupiter',
      mars: 'mars',
      earth: 'earth',
      rocket: 'rocket spacecraft | spaceship',
      astronaut: 'astronaut cosmonaut spaceman',
    }),
  ],
  portrait: [
    shelf(4.7, {
      woman: 'woman lady self model | grandmother person human goddess elf fairy',
      man: 'man gentleman businessman beard | grandfather god musician keeper',
      girl: 'girl | child',
      boy: 'boy',
      queen: 'queen princess | king',
      knight: 'knight gladiator spartan | warrior soldier',
    }),
    shelf(2.6, { portrait: 'portrait face headshot profile silhouette | eye' }),
  ],
  animal: [
    shelf(4.7, {
      wolf: kinds.animal.wolf,
      deer: kinds.animal.stag,
      fox: kinds.animal.fox,
      horse: kinds.animal.horse,
      bear: kinds.animal.bear,
      lion: kinds.animal.lion,
      elephant: kinds.animal.elephant,
      cat: kinds.animal.cat,
      dog: kinds.animal.dog,
      owl: kinds.animal.owl,
      eagle: kinds.animal.eagle,
      butterfly: kinds.animal.butterfly,
      whale: kinds.animal.whale,
      turtle: kinds.animal.turtle,
      rabbit: kinds.animal.hare,
      giraffe: kinds.animal.giraffe,
      dragon: kinds.animal.dragon,
      fish: kinds.animal.carp,
      jellyfish: kinds.animal.jelly,
      'an animal': 'animal wildlife pet creature',
    }),
  ],
  botanical: [
    shelf(3.9, {
      rose: 'rose',
      peony: 'peony | carnation',
      ranunculus: 'ranunculus | camellia magnolia lotus hibiscus',
      poppy: 'poppy',
      daisy: 'daisy chamomile marguerite',
      sunflower: 'sunflower',
      anemone: 'anemone windflower | iris',
      dahlia: 'dahlia | chrysanthemum',
      'cherry blossom': 'blossom cherry cherryblossom sakura',
      lily: 'lily | orchid amaryllis',
      tulip: 'tulip | crocus',
      lavender: 'lavender',
      hydrangea: 'hydrangea',
      fern: 'fern bracken',
      monstera: 'monstera philodendron',
      eucalyptus: 'eucalyptus',
      olive: 'olive',
      ivy: 'ivy',
      flowers: 'flower floral bloom petal wildflower garden bulb',
      leaves: 'leaf foliage plant houseplant seedling sprout stem | vine',
      branch: 'sprig branch | bonsai',
      mushroom: 'mushroom toadstool fungus fungi',
      cactus: 'cactus cacti',
      succulent: 'succulent agave aloe',
      herbs: 'herb herbal',
      garland: 'garland',
    }),
    shelf(6, { bouquet: 'bouquet posy ikebana', wreath: 'wreath', 'botanical study': 'botanical botany herbarium' }),
  ],
  geometric: [
    shelf(5.2, {
      'geometric shapes': `geometric geometry bauhaus constructivist constructivism suprematism suprematist cubist cubism mondrian kandinsky deco modernist modernism midcentury memphis risograph riso
      sunburst swiss totem`,
    }),
    shelf(2.4, {
      shapes: 'poster circle square triangle rectangle arc grid shape screenprint print composition minimal minimalist',
    }),
  ],
  pattern: [
    shelf(6.2, {
      pattern: `pattern seamless tile tiled tileable repeat repeating terrazzo mosaic seigaiha moroccan zellige azulejo checkerboard checkered gingham plaid tartan chevron herringbone
      houndstooth polka scallop textile fabric batik kilim damask arabesque girih stripe striped check`,
    }),
    shelf(2.6, { ornament: 'wallpaper ornament ornamental motif texture scale' }),
  ],
  emblem: [
    shelf(6.6, {
      emblem:
        'emblem badge crest logo logotype insignia patch sticker mascot shield heraldic heraldry escutcheon tshirt shirt tee hoodie merch stamp seal decal icon',
    }),
  ],
  typographic: [
    shelf(7.4, {
      lettering:
        'typography typographic lettering calligraphy quote slogan headline font letterpress wordmark text motto affirmation',
    }),
  ],
  picturebook: [shelf(5, things), shelf(3.9, places)],
};
