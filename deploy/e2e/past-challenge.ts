import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import type { EventLog } from '@easel/kernel/log/event-log';
import { expect } from '@playwright/test';
import { Records } from '../faults/harness/records.ts';
import { readEndpoints } from '../local/endpoints.ts';
import {
  appendPastAnnouncement,
  appendPastChallenge,
  appendPastOrder,
  type PastEntry,
  posterChallengeOf,
} from '../local/testing/past-challenges.ts';
import { adminToken } from './operators.ts';
import { register, type Registered } from './people.ts';
import { generate } from './pictures.ts';
import type { Product } from './product.ts';
import { callAs } from './wire.ts';

export interface Entrant extends Registered {
  picture: Generation;
}

export interface ClosedChallenge {
  id: string;
  /** UTC, `2019-04`. */
  month: string;
  entries: { winning: PastEntry; losing: PastEntry };
  /** Two members ordered products with its entry, for $48.00 each. */
  winner: Entrant;
  /** One member ordered, which is too few for a place. */
  other: Entrant;
}

/** A poster challenge that the product has closed, and whose winners can be announced. */
export async function closedChallenge(product: Product): Promise<ClosedChallenge> {
  const { address } = product;
  const [winner, other] = [await entrant(address, 'A lighthouse in fog'), await entrant(address, 'A lamp in rain')];
  const [first, second] = [await register(address), await register(address)];
  const month = await freeMonth(address);
  const id = posterChallengeOf(month);
  const entries = { winning: entryOf(winner), losing: entryOf(other) };
  await appending(product, async (log, macKeys) => {
    for (const buyer of [first, second]) await appendPastOrder(log, buyer.id, entries.winning, month);
    await appendPastOrder(log, first.id, entries.losing, month);
    await appendPastChallenge(log, macKeys, month, [entries.winning, entries.losing]);
  });
  await untilCounted(address, id);
  return { id, month, entries, winner, other };
}

/** A poster challenge whose winners two admins announced so long ago that all it brought may be paid out. */
export async function announcedChallenge(
  product: Product,
  admins: readonly [string, string],
): Promise<ClosedChallenge> {
  const challenge = await closedChallenge(product);
  const { winning, losing } = challenge.entries;
  const sold = [
    { entryId: winning.entryId, proceedsCents: 9_600, buyers: 2 },
    { entryId: losing.entryId, proceedsCents: 4_800, buyers: 1 },
  ];
  await appending(product, (log, macKeys) => appendPastAnnouncement(log, macKeys, challenge.month, { sold, admins }));
  return challenge;
}

async function appending(
  { dataDir }: Product,
  append: (log: EventLog, macKeys: string) => Promise<void>,
): Promise<void> {
  assert.ok(dataDir, 'DATA_DIR of the product that runs names the folder of its secrets');
  const { macKeys } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { macKeys: string };
  await Records.of({ dataDir, endpoints: () => readEndpoints(dataDir) }, ({ log }) => append(log, macKeys));
}

/** A month without a poster challenge: other stories have theirs in the same product. */
async function freeMonth(address: string): Promise<string> {
  const { past } = await callAs(address)(competitionsHttp.challenge, { params: { kind: 'poster' } });
  for (;;) {
    const picked = `${randomInt(2010, 2025)}-${String(randomInt(1, 13)).padStart(2, '0')}`;
    if (past.every(({ month }) => month !== picked)) return picked;
  }
}

async function entrant(address: string, prompt: string): Promise<Entrant> {
  const member = await register(address);
  const picture = await generate(address, member.token, { prompt: `${prompt} ${member.username}` });
  const params = { id: picture.id };
  await callAs(address, member.token)(generationHttp.makePublic, { params, body: { isPublic: true } });
  return { ...member, picture };
}

const entryOf = ({ id: memberId, picture }: Entrant): PastEntry => ({
  entryId: randomUUID(),
  memberId,
  generationId: picture.id,
  variantId: picture.variants[0]?.id ?? '',
});

/** Waits until the product has closed the challenge and knows what its entries sold. */
async function untilCounted(address: string, id: string): Promise<void> {
  const call = callAs(address, await adminToken(address));
  const params = { id };
  const known = async () => {
    const { state } = await call(competitionsConsoleHttp.one, { params });
    const { proceeds } = await call(competitionsHttp.leaderboard, { params });
    expect([state, proceeds]).toEqual(['closed', 144]);
  };
  await expect(known).toPass({ timeout: 60_000 });
}
