import { readFile } from 'node:fs/promises';
import { askedFor } from '@easel/contracts/generation/lexicon/asked';
import { sayingOf } from '@easel/contracts/generation/lexicon/saying';
import { understandingOf, type Understanding } from '@easel/contracts/generation/lexicon/understanding';
import { fold, Words } from '@easel/contracts/generation/lexicon/words';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../tools/sheet.ts';

const lines = linesOf(await readFile(new URL('./common-prompts.txt', import.meta.url), 'utf8')).map((line) => {
  const [prompt = '', subject = ''] = line.split(' | ');
  return { prompt, subject };
});
const understand = (prompt: string): Understanding =>
  understandingOf(
    askedFor({ prompt, negativePrompt: '', style: 'auto', transparent: false, lettering: undefined }),
    prompt,
  );

/**
 * Its main subject is drawn as itself, by its word or by the name under which it is drawn when it is all that is said;
 * or it is set in type.
 */
function isNamed({ prompt, subject }: (typeof lines)[number]): boolean {
  const alone = understand(subject).understood[0];
  const own = understand(prompt).understood.filter(({ relative }) => !relative);
  const isWord = own.some(
    ({ said }) =>
      said.split(/\s/u).includes(subject) || new Words(subject).all.some((word) => new Words(said).all.includes(word)),
  );
  const isThing = alone?.relative === false && own.some(({ name }) => name === alone.name);
  const saying = sayingOf(prompt);
  return isWord || isThing || (saying?.quoted === true && saying.text.toLowerCase().includes(subject));
}

/** Members are told that they will not get it, or what they get in its place. */
function isTold({ prompt, subject }: (typeof lines)[number]): boolean {
  const { understood, missing } = understand(prompt);
  const words = new Words(subject).all;
  const told = [...missing, ...understood.filter(({ relative }) => relative).map(({ said }) => said)];
  return told.flatMap((one) => new Words(one).all).some((word) => words.includes(fold(word)));
}

describe('of two hundred common prompts', () => {
  const named = lines.filter(isNamed);

  test('there are two hundred, each with a subject', () => {
    expect(lines).toHaveLength(200);
    expect(lines.filter(({ subject }) => subject === '')).toEqual([]);
  });

  test('the main subject is drawn of at least 165', () => {
    expect(named.length).toBeGreaterThanOrEqual(165);
  });

  test.each(lines.filter((line) => !isNamed(line)))('$prompt: members are told', (line) => {
    expect(isTold(line)).toBe(true);
  });
});
