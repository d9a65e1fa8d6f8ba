import type { ComposerName } from '../generation/lexicon/leanings.ts';
import { subjects } from '../generation/lexicon/subjects.ts';
import { fold, Words } from '../generation/lexicon/words.ts';
import { incidental, manners, shapeless } from './stop-words.ts';

/** What a place or a thing weighs at least: hours, weather and parts of a scene weigh less. */
const THING = 3;
/** Nouns of a prompt that count. */
const MOST = 3;

/** Words of style, colour, hour and weather: pictures that share them show different things. */
const moods = new Set(
  `misty foggy fog mist hazy stormy storm rainy rain snowy snow sunny windy cloudy starry night midnight day morning
   evening noon dawn daybreak sunrise dusk twilight sunset hour winter spring summer autumn fall neon pastel violet indigo
   teal coral copper turquoise calm still quiet pale deep after above below under through across around says say reads`
    .split(/\s+/)
    .map(fold),
);

const weights: ReadonlyMap<string, number> = new Map(
  (Object.keys(subjects) as ComposerName[])
    .filter((composer) => !manners.has(composer))
    .flatMap((composer) => subjects[composer])
    .filter(({ weight }) => weight >= THING)
    .toSorted((a, b) => a.weight - b.weight)
    .flatMap(({ weight, words }) => words.map((word) => [fold(word), weight] as const))
    .filter(([word]) => !incidental.has(word) && !moods.has(word)),
);

/**
 * Returns the main nouns of a prompt in its words, the most important first: places and things that the built-in
 * renderer knows, where it knows none, all words that are none of style, colour, hour or weather.
 */
export function subjectsOf(prompt: string): string[] {
  const words = new Words(prompt);
  const said = [...new Set(words.all)];
  const nouns = said
    .filter((word) => weights.has(word))
    .toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
  const named = nouns.length > 0 ? nouns : said.filter((word) => !shapeless.has(word) && !moods.has(word));
  return named.slice(0, MOST).map((word) => words.spoken(word));
}
