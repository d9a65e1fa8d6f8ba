import { randomUUID } from 'node:crypto';
import type { MessageFact } from '@easel/contracts/messages/events';
import { FACTS_SHOWN } from '@easel/contracts/reports/policy';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { GenerationStory } from '../testing/generations.ts';
import { Recorder } from '../testing/recorded.ts';
import { BehindFigure, type FactsBehind } from './behind-figure.ts';
import { report as renders } from './renders.report.ts';
import type { AnyReport, Seen } from './report.ts';
import { reportOf } from './report.ts';
import { seenOf } from './seen.ts';

const recorder = new Recorder();
const asOf = { position: '1', at: '2026-12-01T00:00:00.000Z' };

function behind(report: AnyReport, column: string, row: string, facts: readonly Seen[]): FactsBehind {
  const fold = new BehindFigure(report, { row, column }, asOf);
  const parameters = report.parameters.parse({}) as never;
  return fold.render(
    facts.reduce((found, fact) => fold.reduce(found, fact, parameters), fold.initial()),
    parameters,
  );
}

const generations = (count: number): Seen[] =>
  Array.from({ length: count }, () => {
    const story = new GenerationStory(recorder, randomUUID());
    const requested = story.requested();
    story.started();
    return [requested, story.completed()].map(seenOf);
  }).flat();

const facts = generations(FACTS_SHOWN + 1);
const row = JSON.stringify([facts[0]?.at.slice(0, 7), 'procedural', 'realism']);
const completed = facts.filter(({ type }) => type === 'GenerationCompleted').map(({ position }) => position);

test.each(['success (%)', 'rendering p50 (ms)'])(
  'behind %s are all facts that entered it, though none but the first changes it',
  (column) => {
    const found = behind(renders, column, row, facts.slice(0, 20));
    expect(found.facts.map(({ position }) => position)).toEqual(completed.slice(0, 10));
    expect(found.facts.map(({ moved }) => moved)).toEqual(Array(10).fill(null));
  },
);

test('of very many the first ones are told, and how many there are', () => {
  const found = behind(renders, 'charged (tenths of a credit)', row, facts);
  expect(found).toMatchObject({ cell: 100 * (FACTS_SHOWN + 1), count: FACTS_SHOWN + 1 });
  expect(found.facts.map(({ position }) => position)).toEqual(completed.slice(0, FACTS_SHOWN));
  expect(found.facts[0]).toEqual({
    position: completed[0],
    type: 'GenerationCompleted',
    stream: facts[1]?.stream,
    at: facts[1]?.at,
    moved: 100,
  });
});

test('a row or a column that there is not has none', () => {
  const none = { cell: null, count: 0, facts: [] };
  expect(behind(renders, 'asked for', '["1999-01","procedural","realism"]', facts)).toEqual(none);
  expect(behind(renders, 'month', row, facts)).toEqual(none);
});

test('a report that tells nothing of what is beneath its rows has its facts found all the same', () => {
  const own = reportOf<MessageFact>()({
    answers: 'How many messages there are of any kind',
    filter: ['MessageSubmitted'],
    parameters: z.strictObject({}),
    initial: () => new Map<string, number>(),
    reduce: (counts, { data: { messageType } }) => counts.set(messageType, (counts.get(messageType) ?? 0) + 1),
    render: (counts) => ({
      columns: [
        { name: 'kind', unit: 'text' },
        { name: 'messages', unit: 'count' },
      ],
      rows: [...counts],
    }),
  });
  const submitted = (position: string, messageType: string): Seen => ({
    type: 'MessageSubmitted',
    data: { messageType },
    stream: 'message-1',
    revision: 1,
    position,
    at: asOf.at,
  });
  const sent = [submitted('1', 'bug'), submitted('2', 'contact'), submitted('3', 'bug')];
  const found = behind(own, 'messages', '["bug"]', sent);
  expect(found).toMatchObject({ cell: 2, count: 2, facts: [{ position: '1', moved: 1 }, { position: '3' }] });
});
