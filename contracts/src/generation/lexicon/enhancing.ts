import { askedFor, type Request } from './asked.ts';
import { scenery } from './scenery.ts';
import { isStillLife } from './things.ts';
import { isAtSea, understandingOf, type Understanding } from './understanding.ts';

/** A prompt that says more than it did. */
export interface Enhanced {
  readonly prompt: string;
  /** What was added, as it stands at its end: each will be seen. */
  readonly added: readonly string[];
}

/** One thing about a picture that a prompt may leave open. */
interface Open {
  /** Things of which nobody would say it. */
  readonly notOf: (name: string) => boolean;
  /** Who says any of these has said enough. */
  readonly said: readonly (keyof typeof scenery)[];
  /** What is said of it, by the scenery that it brings. */
  readonly phrases: Readonly<Record<string, string>>;
}

/** In the order in which they are said: where, in what weather, in what light. */
const opens: readonly Open[] = [
  {
    notOf: (name) => isStillLife(name) || isAtSea(name),
    said: ['forest', 'mountains', 'hills', 'meadow', 'desert', 'beach', 'lake', 'snow', 'sea', 'space', 'flowers'],
    phrases: {
      forest: 'at the edge of a forest',
      mountains: 'with mountains behind',
      hills: 'among soft hills',
      meadow: 'in a wide meadow',
    },
  },
  {
    notOf: isStillLife,
    said: ['mist', 'rain', 'storm', 'snow', 'desert', 'northern lights', 'stars', 'moon'],
    phrases: { mist: 'in the mist', rain: 'in the rain', storm: 'as a storm comes up' },
  },
  {
    notOf: () => false,
    said: ['night', 'sunset', 'sunrise', 'moon', 'stars', 'northern lights', 'storm', 'neon', 'space'],
    phrases: { sunset: 'at sunset', night: 'on a starry night', sunrise: 'at sunrise', neon: 'under neon lights' },
  },
];

/**
 * The prompt with what it leaves open said: where, in what weather, in what light, as far as the renderer would draw
 * it. `turn` gives others: the same turn always the same. Undefined where nothing is left open, or where no thing is
 * named that could stand anywhere.
 */
export function enhancedOf(request: Request, turn: number): Enhanced | undefined {
  const written = request.prompt.trim().replace(/[\s,.;]+$/, '');
  const before = read(request, written);
  const [subject] = before.understood;
  if (!subject) return undefined;
  let prompt = written;
  const added: string[] = [];
  for (const [place, { notOf, said, phrases }] of opens.entries()) {
    if (notOf(subject.name)) continue;
    const names = new Set(read(request, prompt).understood.map(({ name }) => name));
    if (said.some((name) => names.has(name))) continue;
    const fitting = Object.entries(phrases).filter(([name, phrase]) => fits(request, before, prompt, name, phrase));
    const [, phrase] = fitting[(turn + seedOf(written) + place) % fitting.length] ?? [];
    if (phrase === undefined) continue;
    prompt = `${prompt}, ${phrase}`;
    added.push(phrase);
  }
  return added.length > 0 ? { prompt, added } : undefined;
}

const read = (request: Request, prompt: string): Understanding =>
  understandingOf(askedFor({ ...request, prompt }), prompt);

/** It will be seen, and all that was seen before still is. */
function fits(request: Request, before: Understanding, prompt: string, name: string, phrase: string): boolean {
  if (!scenery[name]?.by.includes(before.composer)) return false;
  const after = read(request, `${prompt}, ${phrase}`);
  const seen = new Set(after.understood.map((one) => one.name));
  return (
    after.composer === before.composer &&
    after.understood[0]?.name === before.understood[0]?.name &&
    seen.has(name) &&
    before.understood.every((one) => seen.has(one.name)) &&
    after.missing.length === before.missing.length
  );
}

/** Another prompt begins elsewhere among what may be said. */
const seedOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
