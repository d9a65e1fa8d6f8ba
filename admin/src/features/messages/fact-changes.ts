import type { HistoryEntry } from '@easel/contracts/kernel/console';

const fields = ['status', 'priority', 'assignee'] as const;
type Field = (typeof fields)[number];

/** Of a fact that changed a triage: one field, before and after. Nobody is null. */
export interface FieldChange {
  field: Field;
  from: string | null;
  to: string | null;
}

/** What a fact of a message's timeline changed in its triage. */
export function changesOf({ type, detail }: Pick<HistoryEntry, 'type' | 'detail'>): FieldChange[] {
  const before = isRecord(detail.before) ? detail.before : {};
  switch (type) {
    case 'MessageTriaged':
      return fields
        .map((field) => ({ field, from: textOf(before[field]), to: textOf(detail[field]) }))
        .filter(({ from, to }) => from !== to);
    case 'MessageReplied':
      return statusChange(before, 'replied');
    case 'MessageReopened':
      return statusChange(before, 'in_progress');
    case 'MessageEscalated':
      return before.priority === 'high' ? [] : [{ field: 'priority', from: textOf(before.priority), to: 'high' }];
    default:
      return [];
  }
}

const statusChange = (before: Record<string, unknown>, to: string): FieldChange[] =>
  before.status === to ? [] : [{ field: 'status', from: textOf(before.status), to }];

/** Facts that came after what somebody has seen, the earliest first. */
export const factsAfter = (timeline: readonly HistoryEntry[], version: number): HistoryEntry[] =>
  timeline.filter((entry) => entry.version > version).toSorted((a, b) => a.version - b.version);

export const detailText = ({ detail }: Pick<HistoryEntry, 'detail'>, name: 'reason' | 'text'): string =>
  typeof detail[name] === 'string' ? detail[name] : '';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
