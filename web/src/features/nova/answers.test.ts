import { describe, expect, test } from 'vitest';
import { entries } from './knowledge.ts';
import { Answerer, nothingYet, type Reply } from './reply.ts';
import { freshQuestions } from './testing/fresh-questions.ts';
import type { Question, Talk } from './testing/questions.ts';
import { questionsInOurWords } from './testing/questions-in-our-words.ts';
import { questionsOfThePages } from './testing/questions-of-the-pages.ts';
import { sampleSources } from './testing/sample-sources.ts';

const answerer = new Answerer(entries);

/** Asks one thing after another; returns the last answer. */
async function ask(questions: readonly string[]): Promise<Reply> {
  let reply = await answerer.reply(questions[0] ?? '', nothingYet, sampleSources);
  for (const question of questions.slice(1)) reply = await answerer.reply(question, reply.memory, sampleSources);
  return reply;
}

const alone = (questions: readonly Question[]): readonly Talk[] =>
  questions.map(([question, ...expected]) => [[question], ...expected]);

/** Of a set: the questions that are answered by another entry, and those whose answer lacks its figure. */
async function mistakesOf(talks: readonly Talk[]) {
  const wrong: string[] = [];
  const wrongFigures: string[] = [];
  for (const [questions, topic, figure] of talks) {
    const asked = questions.join(' > ');
    const reply = await ask(questions);
    if (reply.topic !== topic) wrong.push(`${asked} → ${reply.topic ?? 'unknown'}, not ${topic ?? 'unknown'}`);
    else if (figure !== undefined && !reply.text.includes(figure)) wrongFigures.push(`${asked} → without ${figure}`);
  }
  return { wrong, wrongFigures, share: 1 - (wrong.length + wrongFigures.length) / talks.length };
}

describe.each([
  ['154 questions in our own words', alone(questionsInOurWords), 154],
  ['50 questions in the words of the pages', alone(questionsOfThePages), 50],
  ['40 fresh questions', freshQuestions, 40],
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
