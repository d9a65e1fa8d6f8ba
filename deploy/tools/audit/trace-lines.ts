import type { Recorded } from '@easel/contracts/kernel/event';
import type { Pool } from 'pg';
import { placeOf } from './finding.ts';
import { originOf, type Origin } from '@easel/projections/events/origin';
import { wordsOf } from './trace-words.ts';
import type { Traced } from './trace.ts';

/** What is shown of a fact's data: sums, outcomes and names of things; nothing personal is among them. */
const SHOWN = [
  'tenths',
  'cents',
  'creditedCents',
  'debitedCents',
  'cardCents',
  'payoutCents',
  'earningTenths',
  'images',
  'sales',
  'size',
  'method',
  'reason',
  'outcome',
  'status',
  'from',
  'to',
  'shipping',
  'arrived',
  'problem',
  'carrier',
  'tier',
  'month',
  'day',
  'attempt',
  'purchaseId',
  'paymentId',
  'sessionId',
  'refundId',
  'requestId',
  'printOrderId',
  'parcelId',
  'disputeId',
  'payoutId',
  'generationId',
  'competitionId',
  'entryId',
  'shareCents',
  'prizeCents',
];

export interface TracedFact {
  /** 0 for what an origin began. */
  depth: number;
  fact: Recorded;
  /** The values of its data that are shown. */
  data: Record<string, unknown>;
  asked: boolean;
}

export interface Branch {
  origin: Origin;
  facts: TracedFact[];
}

/** A branch a call, webhook or process, with everything that came of it, in order. */
export async function branchesOf({ facts, asked, parents }: Traced, pool: Pool): Promise<Branch[]> {
  const children = Map.groupBy(facts, ({ id }) => parents.get(id));
  const branches = new Map<string, Branch>();
  for (const root of children.get(undefined) ?? []) {
    // What one call began is told under it, also where it went on by itself: a render has no cause but the request.
    const { $correlationId } = root.metadata;
    const branch = branches.get($correlationId) ?? { origin: await originOf(root, pool), facts: [] };
    branches.set($correlationId, branch);
    const add = (fact: Recorded, depth: number): void => {
      branch.facts.push({ depth, fact, data: shownOf(fact), asked: asked.has(fact.id) });
      for (const child of children.get(fact.id) ?? []) add(child, depth + 1);
    };
    add(root, 0);
  }
  return [...branches.values()];
}

export function linesOf({ origin, facts }: Branch): string[] {
  return [
    originLine(origin),
    ...facts.map(({ depth, fact, data, asked }) => {
      const said = Object.entries(data)
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(' ');
      const by = fact.metadata.actor;
      const at = fact.recordedAt.toISOString();
      const mark = asked ? '* ' : '  ';
      const words = wordsOf(fact.type);
      const meaning = words === undefined ? '' : `  (${words})`;
      return (
        `${mark}${'  '.repeat(depth)}${fact.type}  ${placeOf(fact.stream, fact.revision)}  ${at}  ${fact.id}  by ${by.kind} ${by.id}  ${said}`.trimEnd() +
        meaning
      );
    }),
  ];
}

function originLine({ kind, actor, requestId, correlationId, eventId, route, idempotencyKey }: Origin): string {
  const what = {
    webhook: `webhook ${eventId ?? ''}`,
    process: `process ${actor.id}`,
    command: `command ${route ?? ''} by ${actor.kind} ${actor.id}${actor.role === undefined ? '' : ` (${actor.role})`}`,
  }[kind];
  const key = idempotencyKey === undefined ? '' : `, idempotency key ${idempotencyKey}`;
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  return `${what.replace(/ +/g, ' ')}${key}${request}, correlation ${correlationId}`;
}

function shownOf({ data }: Recorded): Record<string, unknown> {
  const said = data as Record<string, unknown>;
  return Object.fromEntries(SHOWN.flatMap((name) => (isShown(said[name]) ? [[name, said[name]]] : [])));
}

const isShown = (value: unknown): boolean =>
  typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number';
