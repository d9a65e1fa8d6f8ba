import { describe, expect, test } from 'vitest';
import { inCalls, onVersionsOf, outcomeOf, type Seen } from './triage-results.ts';

const seen = (id: string, more: Partial<Seen> = {}): Seen => ({
  id,
  version: 3,
  status: 'unread',
  priority: 'normal',
  assignee: null,
  subject: `About ${id}`,
  ...more,
});
const done = (id: string, more: object = {}) => ({
  ok: true as const,
  id,
  version: 4,
  status: 'resolved' as const,
  priority: 'normal' as const,
  assignee: null,
  ...more,
});

describe('results of a triage', () => {
  test('are taken back to where they were, on the versions that were told', () => {
    const { undo } = outcomeOf(
      [seen('a'), seen('b', { assignee: 'ada', status: 'read' })],
      [done('a'), done('b', { assignee: 'ben', priority: 'high' })],
    );
    expect(undo).toEqual([
      { id: 'a', version: 4, status: 'unread' },
      { id: 'b', version: 4, status: 'read', priority: 'normal', assignee: 'ada' },
    ]);
  });

  test('of what was already as wished are nothing to take back', () => {
    const { done: made, undo } = outcomeOf([seen('a', { status: 'resolved' })], [done('a', { version: 3 })]);
    expect(made).toHaveLength(1);
    expect(undo).toEqual([]);
  });

  test('of a note alone leave nothing to take back', () => {
    const { done: made, undo } = outcomeOf([seen('a')], [done('a', { status: 'unread' })]);
    expect(made).toHaveLength(1);
    expect(undo).toEqual([]);
  });

  test('are taken back after a later one was, on the versions that it left', () => {
    const first = outcomeOf([seen('a'), seen('b')], [done('a'), done('b')]);
    const back = [done('a', { version: 6, status: 'resolved' })];
    expect(onVersionsOf(back, [{ seen: [seen('a'), seen('b')], undo: first.undo }])).toMatchObject([
      {
        undo: [
          { id: 'a', version: 6, status: 'unread' },
          { id: 'b', version: 4, status: 'unread' },
        ],
      },
    ]);
  });

  test('that were refused are told with what was seen', () => {
    const refusal = { ok: false as const, id: 'a', code: 'messages.changed', message: 'Somebody else' };
    expect(outcomeOf([seen('a'), seen('b')], [refusal, done('b')])).toMatchObject({
      refused: [{ seen: { id: 'a', subject: 'About a' }, result: refusal }],
      done: [{ id: 'b' }],
      undo: [{ id: 'b' }],
    });
  });

  test('of more than one call takes come from several', () => {
    expect(inCalls(Array.from({ length: 230 }, (_, index) => index)).map(({ length }) => length)).toEqual([
      100, 100, 30,
    ]);
    expect(inCalls([])).toEqual([]);
  });
});
