import { describe, expect, test } from 'vitest';
import { entries } from './knowledge.ts';
import { Answerer, nothingYet, type Reply } from './reply.ts';
import type { Question } from './testing/questions.ts';
import { questionsInOurWords } from './testing/questions-in-our-words.ts';
import { questionsOfThePages } from './testing/questions-of-the-pages.ts';
import { sampleSources } from './testing/sample-sources.ts';

const answerer = new Answerer(entries);
const ask = (question: string): Promise<Reply> => answerer.reply(question, nothingYet, sampleSources);

/** Of a set: the questions that are answered by another entry, and those whose answer lacks its figure. */
async function mistakesOf(questions: readonly Question[]) {
  const wrong: string[] = [];
  const wrongFigures: string[] = [];
  for (const [question, topic, figure] of questions) {
    const reply = await ask(question);
    if (reply.topic !== topic) wrong.push(`${question} → ${reply.topic ?? 'unknown'}, not ${topic ?? 'unknown'}`);
    else if (figure !== undefined && !reply.text.includes(figure)) wrongFigures.push(`${question} → without ${figure}`);
  }
  return { wrong, wrongFigures, share: 1 - (wrong.length + wrongFigures.length) / questions.length };
}

describe.each([
  ['150 questions in our own words', questionsInOurWords, 150],
  ['50 questions in the words of the pages', questionsOfThePages, 50],
] as const)('%s', (name, questions, count) => {
  test('nine in ten are answered from the right topic, and none with a wrong figure', async () => {
    expect(questions).toHaveLength(count);
    const { wrong, wrongFigures, share } = await mistakesOf(questions);
    process.stdout.write(`${name}: ${(100 * share).toFixed(1)} % right, ${wrongFigures.length} wrong figures\n`);
    for (const line of [...wrong, ...wrongFigures]) process.stdout.write(`  ${line}\n`);
    expect(wrongFigures).toEqual([]);
    expect(share).toBeGreaterThanOrEqual(0.9);
  });
});
