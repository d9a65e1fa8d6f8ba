import type { Style } from '../policy.ts';
import { kinds } from './kinds.ts';
import { ways } from './ways.ts';

/** How readily a composer is asked. */
export interface Leaning {
  /** What each of `words` weighs; those of its kinds and ways are among them. */
  readonly each: number;
  readonly words: string;
  readonly also?: readonly Readonly<Record<string, string>>[];
  /** Words that count one more each. */
  readonly own?: string;
  readonly styles?: Partial<Record<Style, number>>;
  readonly onCloth?: number;
  /** By a text that is quoted; who has this is not asked where there is nothing to be read. */
  readonly quoted?: number;
}

/** Words of mood and manner that speak for a composer, beside those of what it alone can draw. */
export const leanings = {
  landscape: {
    each: 1,
    words:
      'landscape mountain peak hill valley lake ocean sea river water coast beach island forest wood tree meadow field grass desert dune canyon mesa snow winter sunset sunrise dawn dusk sky cloud horizon moon moonlight star night aurora storm mist fog autumn spring summer nature scenery scenic wilderness view vista countryside fjord glacier cliff alps lavender prairie savanna tropical palm lagoon reflection',
    styles: { landscape: 1.5, photorealistic: 0.4, cinematic: 0.4 },
  },
  flow: {
    each: 1,
    words:
      'abstract flow flowing curve wave swirl swirling stream ribbon silk veil smoke ink marble marbled liquid fluid paint texture pattern energy motion movement dynamic generative design modern contemporary art artwork background wallpaper colorful colourful geometry harmony dream dreamy light gradient',
    styles: { artistic: 0.5 },
  },
  sea: {
    each: 1.2,
    words:
      'sea ocean seascape beach surf wave coast coastline seashore shore lighthouse sailboat sailing boat yacht sail island lagoon harbor harbour pier underwater reef coral pacific atlantic tsunami maritime nautical bay cove tide marine swell jellyfish fish shoal kelp diving aquatic abyss sandy foam surfing regatta sloop',
  },
  city: {
    each: 1.2,
    words:
      'city cityscape skyline street skyscraper building tower urban downtown metropolis alley rooftop bridge tokyo paris london york manhattan venice hongkong chicago berlin osaka seoul shanghai dubai singapore vegas kowloon cyberpunk town village architecture architectural house villa home pavilion museum facade modernist traffic neon avenue boulevard apartment office crosswalk lane sidewalk pedestrian station',
    styles: { architecture: 1.4 },
  },
  space: {
    each: 1.2,
    words:
      'space galaxy galactic nebula planet cosmos cosmic universe astronaut cosmonaut spaceman saturn jupiter mars venus neptune uranus mercury pluto earth moon comet asteroid meteor interstellar orbit spaceship rocket spacecraft shuttle supernova starfield constellation eclipse milky solar astronomy exoplanet alien ring stellar celestial astral launch lunar',
  },
  portrait: {
    each: 1.2,
    words:
      'portrait woman women man men girl boy face person people lady gentleman queen king princess prince empress goddess god warrior knight soldier spartan gladiator head profile silhouette model beauty hair beard bearded afro bride elf fairy child mother father human she he selfie headshot halo saint poet philosopher dreamer double exposure',
    styles: { portrait: 1.3 },
  },
  animal: {
    each: 1.5,
    words: 'animal wildlife creature beast wild pet herd predator spirit furry',
    also: [kinds.animal],
  },
  botanical: {
    each: 0.6,
    words:
      '  botanical botany flower floral bouquet wreath garland posy bloom petal leaf foliage plant houseplant succulent agave aloe cactus cacti mushroom toadstool fungus fungi herbarium pressed garden watercolor watercolour nature vintage illustration sprig stem seedling bonsai orchid ikebana ',
    also: [kinds.flower, kinds.leaf],
  },
  geometric: {
    each: 0.7,
    words:
      'geometric geometry deco modernist modernism cubist cubism mondrian memphis shape arc poster print screenprint risograph riso lithograph minimal abstract modern vintage design',
    also: [ways.geometric],
    styles: { architecture: 0.5 },
  },
  pattern: {
    each: 0.25,
    words: 'pattern seamless repeat repeating wallpaper ornament texture background print',
    also: [ways.pattern],
    own: 'pattern seamless wallpaper',
  },
  emblem: {
    each: 0.4,
    words:
      'emblem badge crest logo insignia patch sticker mascot shield heraldic vintage retro shirt tshirt tee print graphic circle round outdoors adventure camp club team sport',
    onCloth: 4,
  },
  typographic: { each: 0.5, words: 'poster print card banner sign cover', also: [ways.typographic], quoted: 6 },
  /** Whoever names a thing has said enough. */
  picturebook: { each: 0, words: '' },
} satisfies Record<string, Leaning>;
export type ComposerName = keyof typeof leanings;
