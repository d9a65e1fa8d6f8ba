import type { ComposerName } from './leanings.ts';

interface Scenery {
  readonly words: string;
  /** Those in whose pictures it is seen. */
  readonly by: readonly ComposerName[];
}

const underSky = ['landscape', 'sea', 'city', 'animal', 'picturebook', 'portrait'] as const;
const onLand = ['landscape', 'animal', 'picturebook'] as const;

/** What is seen around a subject, by what it is called. */
export const scenery: Readonly<Record<string, Scenery>> = {
  night: { words: 'night midnight moonlight moonlit starry', by: underSky },
  sunset: { words: 'sunset sundown dusk twilight evening', by: underSky },
  sunrise: { words: 'sunrise dawn daybreak morning', by: underSky },
  moon: { words: 'moon', by: ['landscape', 'sea', 'animal', 'city', 'picturebook'] },
  stars: { words: 'star starry', by: ['landscape', 'sea', 'space', 'picturebook'] },
  snow: { words: 'snow snowy winter ice icy frozen', by: onLand },
  forest: { words: 'forest wood woodland jungle rainforest', by: onLand },
  mountains: { words: 'mountain peak alp alps', by: onLand },
  hills: { words: 'hill valley countryside', by: onLand },
  meadow: { words: 'meadow field grass prairie park garden', by: onLand },
  desert: { words: 'desert dune', by: ['landscape', 'picturebook'] },
  sea: { words: 'sea ocean water', by: ['sea', 'landscape'] },
  beach: { words: 'beach', by: ['sea'] },
  fish: { words: 'fish shoal', by: ['sea'] },
  storm: { words: 'storm stormy', by: ['sea', 'landscape'] },
  lake: { words: 'lake river', by: ['landscape', 'sea'] },
  mist: { words: 'mist misty fog foggy', by: ['landscape', 'animal', 'sea'] },
  autumn: { words: 'autumn fall', by: ['landscape', 'botanical', 'picturebook'] },
  rain: { words: 'rain rainy', by: ['city', 'picturebook'] },
  'northern lights': { words: 'aurora northernlights', by: ['landscape', 'animal', 'picturebook'] },
  space: { words: 'space galaxy', by: ['space'] },
  neon: { words: 'neon cyberpunk', by: ['city', 'portrait'] },
  flowers: { words: 'flower', by: ['botanical', 'animal'] },
};
