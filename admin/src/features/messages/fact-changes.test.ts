import { describe, expect, test } from 'vitest';
import { changesOf, factsAfter } from './fact-changes.ts';

describe('what a fact changed', () => {
  test('in a triage are the fields that differ', () => {
    const detail = {
      status: 'read',
      priority: 'high',
      assignee: 'ada',
      before: { status: 'unread', priority: 'high', assignee: null },
      reason: '',
    };
    expect(changesOf({ type: 'MessageTriaged', detail })).toEqual([
      { field: 'status', from: 'unread', to: 'read' },
      { field: 'assignee', from: null, to: 'ada' },
    ]);
  });

  test('by a reply, a reopening or an escalation is one field, if it is another then', () => {
    const at = (status: string) => ({ before: { status } });
    expect(changesOf({ type: 'MessageReplied', detail: at('read') })).toEqual([
      { field: 'status', from: 'read', to: 'replied' },
    ]);
    expect(changesOf({ type: 'MessageReplied', detail: at('replied') })).toEqual([]);
    expect(changesOf({ type: 'MessageReopened', detail: at('spam') })).toEqual([
      { field: 'status', from: 'spam', to: 'in_progress' },
    ]);
    expect(changesOf({ type: 'MessageEscalated', detail: { before: { priority: 'high' } } })).toEqual([]);
  });

  test('is nothing where a fact is unknown or says less', () => {
    expect(changesOf({ type: 'MessageSubmitted', detail: {} })).toEqual([]);
    expect(changesOf({ type: 'MessageTriaged', detail: {} })).toEqual([]);
    expect(changesOf({ type: 'SomethingElse', detail: { before: 7 } })).toEqual([]);
  });
});

test('what came after something seen is told from the earliest', () => {
  const entry = (version: number) => ({
    version,
    type: 'MessageTriaged',
    at: '2026-01-01T00:00:00.000Z',
    actor: { kind: 'operator', id: 'ada', role: null },
    detail: {},
  });
  expect(factsAfter([entry(3), entry(1), entry(2)], 1).map(({ version }) => version)).toEqual([2, 3]);
});
