import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { alarmSides, alarmStates, answerCharts } from './policy.ts';

/** `actionId` names what an operator did, so that a repeat is known. Who it was stands in the metadata. */
const ids = { queryId: z.uuid(), actionId: z.uuid() };

const alarm = z.object({ side: z.enum(alarmSides), threshold: z.number() });
export type Alarm = z.output<typeof alarm>;

/** Facts of `queries`. */
export const queryFacts = {
  /** The whole of it as it stands from then on, new or revised. */
  QuerySaved: {
    version: 1,
    data: z.object({
      ...ids,
      name: z.string(),
      sql: z.string(),
      /** How its answer is shown. */
      chart: z.enum(answerCharts),
      savedAt: z.iso.datetime(),
    }),
  },
  /** Null: it is none any more. */
  AlarmSet: { version: 1, data: z.object({ ...ids, alarm: z.nullable(alarm), reason: z.string() }) },
  /**
   * What it came to as of a position, where it was something else before. `value` is null where it failed, and text
   * where JavaScript does not have the number.
   */
  AlarmStateChanged: {
    version: 1,
    data: z.object({
      queryId: z.uuid(),
      state: z.enum(alarmStates),
      value: z.nullable(z.union([z.number(), z.string()])),
      position: z.string(),
      changedAt: z.iso.datetime(),
    }),
  },
  QueryDeleted: { version: 1, data: z.object(ids) },
} satisfies FactCatalogue;

export type QueryFact = FactsOf<typeof queryFacts>;
