import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { anchor, auditDifferences } from '../real/audit.ts';
import type { Violation } from '../invariants/evidence.ts';
import { livePast } from './live-past.ts';

const DAYS = 6;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const untilMs = Date.UTC(2026, 10, 28, 9);
const beginsMs = Date.UTC(2026, 10, 28 - DAYS);

/** How often a lease is extended, and how many anchors there are, is the machine's speed and no one's doing. */
const OF_THE_MACHINE = new Set(['LeaseExtended']);
/** Waits for a print file, which a busy machine makes too late for the first try. */
const AT_ANY_MINUTE = new Set(['OrderSentToPrint']);

interface Told {
  readonly id: string;
  readonly type: string;
  readonly createdMs: number;
  readonly amounts: readonly unknown[];
  /** The fact from which it followed. */
  readonly cause: string | undefined;
}

interface Lived {
  readonly facts: readonly Told[];
  readonly differences: readonly Violation[];
  readonly anchors: number;
}

/** What stands in the log after the first days of a past, and what the audit says of it. */
async function lived(seed: number): Promise<Lived> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-past-'));
  const result: Lived[] = [];
  try {
    await livePast({ folder, seed, untilMs, days: DAYS }, async ({ audited }) => {
      const facts: Told[] = [];
      const enough = new AbortController();
      for await (const item of audited.log.subscribe({ categories: 'all', after: 'start', signal: enough.signal })) {
        if (item.kind === 'caught-up') break;
        if (item.kind !== 'fact' || OF_THE_MACHINE.has(item.fact.type)) continue;
        const { id, type, recordedAt, data, metadata } = item.fact;
        const { cents, tenths } = data as { cents?: number; tenths?: number };
        const { $causationId: cause } = metadata;
        facts.push({ id, type, createdMs: recordedAt.getTime(), amounts: [cents, tenths], cause });
      }
      enough.abort();
      await anchor(audited);
      const differences = await auditDifferences(audited);
      const { rows } = await audited.pool.query<{ anchors: string }>('select count(*) as anchors from vault.anchors');
      result.push({ facts, differences, anchors: Number(rows[0]?.anchors) });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [only] = result;
  if (!only) throw new Error('nobody has looked');
  return only;
}

/**
 * Within a minute all follows from one happening, and which of two processes comes first is the machine's. When what
 * the card service says arrives is the wall's; what came of it is not.
 */
const comparable = ({ facts }: Lived): string[] =>
  facts
    .filter(({ type }) => type !== 'WebhookReceived')
    .map(({ type, createdMs, amounts }) => {
      const minute = AT_ANY_MINUTE.has(type) ? '' : Math.floor(createdMs / MINUTE_MS);
      return `${minute} ${type} ${amounts.join(' ')}`;
    })
    .sort();

describe('the first days of a past', () => {
  let first: Lived;

  beforeAll(async () => {
    first = await lived(1);
  }, 600_000);

  test('are lived by the product: an audit finds nothing to say against chains, anchors, books and card service', () => {
    expect(first.differences).toEqual([]);
    expect(first.anchors).toBeGreaterThan(DAYS);
    const types = new Set(first.facts.map(({ type }) => type));
    const account = ['MemberRegistered', 'WalletToppedUp', 'PlanPaid'];
    const challenge = ['EntrySubmitted', 'OrderPaid', 'OrderSentToPrint', 'OrderParcelShipped'];
    for (const type of [...account, ...challenge, 'GenerationCompleted', 'PageMeasured']) {
      expect(types).toContain(type);
    }
  });

  test('have their causes: a fact that followed from another stands behind it', () => {
    const places = new Map(first.facts.map(({ id }, place) => [id, place]));
    // What came of the card service's events names those, and no fact.
    const followed = first.facts.flatMap(({ cause = '' }, place) => {
      const from = places.get(cause);
      return from === undefined ? [] : [{ from, place }];
    });
    expect(followed.length).toBeGreaterThan(5);
    expect(followed.filter(({ from, place }) => from >= place)).toEqual([]);
  });

  test('are recorded on the days on which they were, in order, and none outside them', () => {
    const created = first.facts.map(({ createdMs }) => createdMs);
    expect(created).toEqual(created.toSorted((one, other) => one - other));
    expect(new Set(created.map((ms) => Math.floor((ms - beginsMs) / DAY_MS)))).toEqual(
      new Set(Array.from({ length: DAYS }, (_, day) => day)),
    );
  });

  test('are the same facts at the same minutes for the same amounts when they are lived again by the same seed', async () => {
    expect(comparable(await lived(1))).toEqual(comparable(first));
  }, 600_000);
});
