import { randomUUID } from 'node:crypto';
import { bought, disputed, prints } from '@easel/api/account/testing/account-facts';
import type { AccountFact } from '@easel/contracts/account/events';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openWorld, type Look, type World } from './testing/audited-world.ts';
import {
  announced,
  challengeOfOne,
  closed,
  entered,
  granted,
  orderOfEntry,
  proposed,
  withdrawn,
  type ChallengeOfOne,
} from './testing/challenge-story.ts';
import { PRINTS_CENTS } from './testing/order-story.ts';
import { tellStory } from './testing/money-story.ts';

const KEPT = ['store', 'vault', ledgerModel.schema, 'read_operations'];
/** Of one order of the entry's products. */
const ORDER_CENTS = 4_800;

let world: World;
let challenge: ChallengeOfOne;
let buyers: [string, string];
beforeAll(async () => {
  world = await openWorld();
  await tellStory(world);
  await world.project();
  await world.keep(KEPT);
});
beforeEach(() => {
  challenge = challengeOfOne();
  buyers = [randomUUID(), randomUUID()];
});
afterEach(() => world.restore(KEPT));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => world.close());

const found = ({ findings }: Look) =>
  findings.flatMap(({ code, place }) => (code.startsWith('challenge.') ? [`${code} ${place}`] : [])).toSorted();
const anHourLater = () => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
const account = () => `account-${challenge.ids.memberId}`;
/** The place of the announcement, behind preparing, opening, entering, closing and proposing. */
const place = () => `${challenge.stream}@5`;

/** Answers the payment of the last one. */
async function ordered(...by: readonly string[]): Promise<string> {
  let last = '';
  for (const buyerId of by) {
    const { stream, paymentId, facts } = orderOfEntry(challenge, buyerId);
    await world.write(stream, ...facts);
    last = paymentId;
  }
  return last;
}
async function announce(
  sold = { proceedsCents: 2 * ORDER_CENTS, buyers: 2 },
  change: Parameters<typeof announced>[2] = {},
): Promise<ReturnType<typeof announced>> {
  const winners = announced(challenge, sold, change);
  await world.write(challenge.stream, ...entered(challenge), closed(challenge), proposed(challenge), winners);
  return winners;
}
const grant = (...facts: readonly AccountFact[]) => world.write(account(), ...facts);

test('finds nothing wrong with a challenge whose winners were announced and given what it brought', async () => {
  await ordered(...buyers);
  await grant(...granted(await announce()));
  await world.project();
  const look = await world.verify();
  expect(look.findings).toEqual([]);
  expect(look.verified.challenges).toBe(1);
  anHourLater();
  expect(found(await world.verify())).toEqual([]);
  expect(found(await world.verify(challenge.ids.memberId))).toEqual([]);
});

test('names what was announced and is not granted after an hour, and notes it before', async () => {
  await ordered(...buyers);
  await announce();
  const soon = await world.verify();
  expect(soon.findings).toEqual([]);
  expect(soon.notes).toContain('shares and prizes of the last hour that are not granted yet: 2');
  anHourLater();
  const look = await world.verify();
  expect(found(look)).toEqual([`challenge.not_granted ${place()}`, `challenge.not_granted ${place()}`]);
  expect(found(await world.verify(challenge.ids.memberId))).toHaveLength(2);
  expect(found(await world.verify(buyers[0]))).toEqual([]);
});

test('misses nothing that an erased member won', async () => {
  await ordered(...buyers);
  await announce();
  const { memberId } = challenge.ids;
  await world.write(`member-${memberId}`, {
    type: 'MemberErased',
    data: { memberId, erasedAt: '2026-12-10T10:00:00.000Z' },
  });
  anHourLater();
  expect(found(await world.verify())).toEqual([]);
});

test('names a share and a prize that were granted twice', async () => {
  await ordered(...buyers);
  const facts = granted(await announce());
  await grant(...facts, ...facts);
  const look = await world.verify();
  expect(found(look)).toEqual([`challenge.granted_twice ${account()}@2`, `challenge.granted_twice ${account()}@3`]);
});

test('names what was granted and not announced, and what was granted otherwise', async () => {
  await ordered(...buyers);
  const winners = await announce();
  const [share, prize] = granted(winners);
  if (share?.type !== 'ChallengeShareGranted' || prize?.type !== 'CreditsGranted') throw new Error('nothing was won');
  const more = {
    ...share,
    data: { ...share.data, cents: share.data.cents + 1, shareCents: share.data.shareCents + 1 },
  };
  const other = { ...share, data: { ...share.data, competitionId: randomUUID() } };
  await grant(more, other, { ...prize, data: { ...prize.data, tenths: 6_000 } });
  const look = await world.verify();
  expect(found(look)).toEqual([
    `challenge.differs ${account()}@0`,
    `challenge.differs ${account()}@2`,
    `challenge.not_announced ${account()}@1`,
  ]);
  expect(look.findings.map(({ message }) => message)).toContain(
    '600 credits of a prize were granted, and 500 credits of a prize announced',
  );
});

describe('an announcement', () => {
  const sold = { proceedsCents: 2 * ORDER_CENTS, buyers: 2 };
  beforeEach(async () => void (await ordered(...buyers)));

  test('whose sums are more than came in is named', async () => {
    await announce(sold, { houseCents: 0 });
    expect(found(await world.verify())).toEqual([`challenge.sums ${place()}`]);
  });

  test('that divides otherwise than the rules is named', async () => {
    const { data } = announced(challenge, sold);
    const entries = data.entries.map((entry) => ({ ...entry, shareCents: entry.shareCents + 100 }));
    await announce(sold, { entries, houseCents: data.houseCents - 100 });
    const look = await world.verify();
    expect(found(look)).toEqual([`challenge.awards ${place()}`]);
    expect(look.findings[0]?.message).toContain('the rules divide $96.00 otherwise');
  });

  test('of what takes no part is named', async () => {
    const winners = announced(challenge, sold);
    const [prepared, opened, submitted] = entered(challenge);
    if (!prepared || !opened || !submitted) throw new Error('nothing was entered');
    await world.write(
      challenge.stream,
      prepared,
      opened,
      submitted,
      withdrawn(challenge),
      proposed(challenge),
      winners,
    );
    expect(found(await world.verify())).toEqual([`challenge.entry_unknown ${place()}`]);
  });

  test('before the days after the close have passed is named', async () => {
    await announce(sold, { announcedAt: '2026-12-14T23:59:59.000Z' });
    expect(found(await world.verify())).toEqual([`challenge.early ${place()}`]);
  });

  test('that was made twice is named', async () => {
    const winners = await announce();
    await world.write(challenge.stream, winners);
    expect(found(await world.verify())).toContain(`challenge.announced_twice ${challenge.stream}@6`);
  });

  test('by one admin alone is noted after a day, and named before', async () => {
    const [alone] = challenge.admins;
    await announce(sold, { confirmedBy: alone, announcedAt: '2026-12-16T10:00:00.000Z' });
    const look = await world.verify();
    expect(found(look)).toEqual([]);
    expect(look.notes).toContain(
      `the winners of the poster challenge of 2026-11 were announced by ${alone} alone, at 2026-12-16T10:00:00.000Z`,
    );
    challenge = challengeOfOne();
    await ordered(...buyers);
    await announce(sold, { confirmedBy: challenge.admins[0] });
    expect(found(await world.verify())).toEqual([`challenge.unconfirmed ${place()}`]);
  });

  test('that nobody had proposed is named', async () => {
    await announce(sold, { proposedBy: randomUUID() });
    expect(found(await world.verify())).toEqual([`challenge.unconfirmed ${place()}`]);
  });
});

describe('the tally', () => {
  test('of more than the orders brought is named', async () => {
    await ordered(...buyers);
    await announce({ proceedsCents: 2 * ORDER_CENTS + 100, buyers: 2 });
    const look = await world.verify();
    expect(found(look)).toEqual([`challenge.tally ${place()}`]);
    expect(look.findings[0]?.message).toBe(
      `entry ${challenge.ids.entryId} had sold $96.00 to 2 buyers by its orders, and $97.00 to 2 buyers were announced`,
    );
  });

  test('of an entry that sold something and is left out is named, unless that was stored while it was counted', async () => {
    await ordered(buyers[0]);
    await announce({ proceedsCents: 0, buyers: 0 });
    expect(found(await world.verify())).toEqual([]);
    await world.change(`UPDATE store.events SET created = created - 6000000000 WHERE stream LIKE 'order-%'`);
    expect(found(await world.verify())).toEqual([`challenge.tally ${place()}`]);
  });

  test('has no orders of the entrant', async () => {
    await ordered(...buyers, challenge.ids.memberId);
    await announce({ proceedsCents: 3 * ORDER_CENTS, buyers: 3 });
    expect(found(await world.verify())).toEqual([`challenge.tally ${place()}`]);
  });

  test('has no orders of those with whom the entrant trades in a circle', async () => {
    const { memberId } = challenge.ids;
    const { type, data } = bought({ purchaseId: randomUUID(), sellerId: buyers[0] });
    await world.write(account(), { type, data: { ...data, memberId } });
    await ordered(...buyers);
    await announce({ proceedsCents: 2 * ORDER_CENTS, buyers: 2 });
    expect(found(await world.verify())).toEqual([`challenge.tally ${place()}`]);
  });

  test('has no orders whose payment is disputed', async () => {
    const [buyerId, other] = buyers;
    const paymentId = await ordered(buyerId);
    await ordered(other);
    const { type, data } = disputed(0, 'frozen', { paymentId, memberId: buyerId });
    await world.write(
      `account-${buyerId}`,
      { type: 'PrintsPurchased', data: { ...prints(PRINTS_CENTS, paymentId).data, memberId: buyerId } },
      { type, data },
    );
    await announce({ proceedsCents: ORDER_CENTS, buyers: 1 });
    expect(found(await world.verify())).toEqual([]);
  });
});
