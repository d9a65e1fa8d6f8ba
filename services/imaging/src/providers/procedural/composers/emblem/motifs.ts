import type { Brief } from '../../brief.ts';
import type { Motif } from './kit.ts';
import { forest, moonlight, mountains, skyline, tropics, waves } from './scenes.ts';
import { bolt, compass, flower, heart, sunFace, toadstool } from './things.ts';

const all: readonly [Motif, ...Motif[]] = [
  mountains,
  waves,
  forest,
  tropics,
  moonlight,
  skyline,
  flower,
  toadstool,
  sunFace,
  compass,
  bolt,
  heart,
];

/** The motif that the words name first, or one that stays with the seed. */
export function motifOf({ words, random }: Brief): Motif {
  const named = words.first('motif');
  return (
    all.find(({ name }) => name === named) ??
    random.fork('motif').pick([mountains, waves, moonlight, flower, compass, sunFace])
  );
}
