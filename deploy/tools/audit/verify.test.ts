import { randomUUID } from 'node:crypto';
import { bankAccount, idOf, november } from '@easel/api/account/testing/account-facts';
import { MacKeys } from '@easel/kernel/proof/mac-keys';
import { testMacKeys, testMacs } from '@easel/kernel/testing/mac-keys';
import { onLocalStore } from '@easel/kernel/testing/on-local-store';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buyer, newcomer, paid, seller, storyPaid, tellStory } from './testing/money-story.ts';
import { openWorld, type Look, type World } from './testing/audited-world.ts';
import { orderOfTwo, type OrderOfTwo, paidFor, placed, refunded } from './testing/order-story.ts';

const LEDGER = ledgerModel.schema;
const KEPT = ['store', 'vault', LEDGER, 'read_operations'];
const account = `account-${buyer}`;
/** `stored(3)`: the row of the buyer's fact @3. */
const stored = (revision: number): string => `stream = '${account}' AND revision = ${revision}`;
const rewrite = (column: 'data' | 'metadata', from: string, to: string): string =>
  `SET ${column} = convert_to(replace(convert_from(${column}, 'UTF8'), '${from}', '${to}'), 'UTF8')`;

const accrued = (tenths: number) => {
  const sale = { buyerId: buyer, purchaseId: randomUUID(), generationId: idOf(3), variantId: idOf(4) };
  const terms = { size: '1K', method: 'dollars', tier: 'studio', curator: false } as const;
  const accruedAt = '2026-11-22T10:00:00.000Z';
  const data = { memberId: seller, key: randomUUID(), ...sale, ...terms, tenths, cents: 0, accruedAt };
  return { type: 'EarningsAccrued', data } as const;
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await tellStory(world);
  await world.project();
  await world.keep(KEPT);
});
afterAll(() => world.close());

const found = ({ findings }: Look) => findings.map(({ code, place }) => `${code} ${place}`);

test('a clean world is said to be clean, and what was looked at', async () => {
  const { findings, verified } = await world.verify();
  expect(findings).toEqual([]);
  expect(verified).toMatchObject({
    anchors: 2,
    streams: 4,
    facts: 11,
    ledger: { entries: 9, notYet: 0 },
    payments: { paid: 3, toppedUp: 3 },
    invoices: 4,
    orders: 0,
  });
});

test('one member alone', async () => {
  const { findings, verified } = await world.verify(buyer);
  expect(findings).toEqual([]);
  expect(verified).toMatchObject({ streams: 1, facts: 7, payments: { paid: 2, toppedUp: 2 }, invoices: 3 });
});

describe('invoices', () => {
  afterEach(() => world.restore(KEPT));
  afterEach(() => void vi.restoreAllMocks());
  const stream = `invoices-${new Date().getUTCFullYear()}`;
  const document = (revision: number): string => `stream = '${stream}' AND revision = ${revision}`;
  const number = (n: number): string => `INV-${new Date().getUTCFullYear()}-00000${n}`;

  test('that are missing are named once an hour has passed, and noted before', async () => {
    await world.account({
      type: 'TopUpWallet',
      memberId: newcomer,
      paymentId: 'pi_5',
      sessionId: null,
      cents: 700,
      at: new Date(),
    });
    const soon = await world.verify();
    expect(soon.findings).toEqual([]);
    expect(soon.notes).toContain('1 payments or refunds of the last hour have no invoice or credit note yet');
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_001);
    const later = await world.verify(newcomer);
    expect(found(later)).toEqual([`invoice.missing account-${newcomer}@1`]);
    expect(later.findings[0]?.message).toBe('$7.00 have no invoice or credit note');
  });

  onLocalStore('with a gap in their numbers are found at the gap', async () => {
    const look = await world.tampered(
      `UPDATE store.events ${rewrite('data', number(2), number(9))} WHERE ${document(1)}`,
    );
    expect(found(look)).toEqual([`invoice.number ${stream}@1`]);
    expect(look.findings[0]?.message).toBe(`the number is ${number(9)}, and ${number(2)} is the next of the year`);
  });

  onLocalStore('over another sum than was paid are found', async () => {
    const look = await world.tampered(
      `UPDATE store.events ${rewrite('data', '"cents":2000', '"cents":200')} WHERE ${document(0)}`,
    );
    expect(found(look)).toEqual([`invoice.differs ${stream}@0`]);
    expect(look.findings[0]?.message).toBe(`${number(1)} is over $2.00, ${account}@1 over $20.00`);
  });

  onLocalStore('of another member than paid are found', async () => {
    const look = await world.tampered(`UPDATE store.events ${rewrite('data', buyer, seller)} WHERE ${document(0)}`);
    expect(found(look)).toEqual([`invoice.differs ${stream}@0`]);
  });

  onLocalStore('about what no account knows, or what has its invoice, are found', async () => {
    const { id } = await world.storedAt(account, 1);
    const { id: other } = await world.storedAt(account, 5);
    const unknown = await world.tampered(
      `UPDATE store.events ${rewrite('metadata', id, randomUUID())} WHERE ${document(0)}`,
    );
    expect(found(unknown)).toEqual([`invoice.not_booked ${stream}@0`]);
    await world.restore(KEPT);
    const twice = await world.tampered(`UPDATE store.events ${rewrite('metadata', other, id)} WHERE ${document(1)}`);
    expect(found(twice)).toEqual([`invoice.twice ${stream}@1`]);
  });
});

describe('orders', () => {
  afterEach(() => world.restore(KEPT));
  afterEach(() => void vi.restoreAllMocks());
  let order: OrderOfTwo;
  beforeEach(() => {
    order = orderOfTwo();
  });

  const buy = (terms: OrderOfTwo['terms'][number]) =>
    world.account({ type: 'PurchaseImage', memberId: buyer, ...terms, at: november });
  const anHourLater = () => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);

  test('finds nothing wrong with paid orders that have each purchase and their invoice, of all members and of one', async () => {
    await world.write(order.stream, placed(order), paidFor(order));
    for (const terms of order.terms) await buy(terms);
    await world.invoice();
    anHourLater();
    const all = await world.verify();
    expect(all.findings).toEqual([]);
    expect(all.verified).toMatchObject({ streams: 5, invoices: 5, orders: 1 });
    const one = await world.verify(buyer);
    expect(one.findings).toEqual([]);
    expect(one.verified).toMatchObject({ streams: 2, invoices: 4, orders: 1 });
    expect((await world.verify(seller)).verified).toMatchObject({ orders: 0 });
  });

  test('names paid orders that lack a purchase or their invoice after an hour, and notes them before', async () => {
    await world.write(order.stream, placed(order), paidFor(order));
    await buy(order.terms[0]);
    const soon = await world.verify();
    expect(soon.findings).toEqual([]);
    expect(soon.notes).toContain('paid orders of the last hour that lack purchases: 1');
    anHourLater();
    const later = await world.verify(buyer);
    expect(found(later)).toEqual([`invoice.missing ${order.stream}@1`, `order.not_bought ${order.stream}@1`]);
    expect(later.findings[1]?.message).toBe('1 of 2 items, $1.50, were paid for and not bought');
  });

  test('names a purchase by card for another price than was ordered', async () => {
    await world.write(order.stream, placed(order), paidFor(order));
    await buy({ ...order.terms[0], cents: 75 });
    const look = await world.verify();
    expect(found(look)).toEqual([`order.differs ${account}@7`]);
    expect(look.findings[0]?.message).toBe('it was bought for $0.75, and ordered for $1.50');
  });

  test.each([
    ['a test order', true],
    ['an unpaid order', false],
  ])('names a purchase by card of %s', async (_what, testMode) => {
    await world.write(order.stream, placed(order, { testMode }));
    await buy(order.terms[0]);
    expect(found(await world.verify())).toEqual([`order.not_paid ${account}@7`]);
  });

  test('names orders that were paid for twice, and test orders that were paid for', async () => {
    await world.write(order.stream, placed(order), paidFor(order), paidFor(order));
    const tested = orderOfTwo();
    await world.write(tested.stream, placed(tested, { testMode: true }), paidFor(tested));
    const codes = found(await world.verify());
    expect(codes.toSorted()).toEqual([`order.test_paid ${tested.stream}@1`, `order.twice ${order.stream}@2`]);
  });

  onLocalStore('names a changed payment of an order by its chain, and compares nothing with it', async () => {
    await world.write(order.stream, placed(order), paidFor(order), refunded(order));
    for (const terms of order.terms) await buy(terms);
    const change = rewrite('data', '"cents":300', '"cents":900');
    const look = await world.tampered(
      `UPDATE store.events ${change} WHERE stream = '${order.stream}' AND revision = 1`,
    );
    expect(found(look)).toEqual([`chain.changed ${order.stream}@1`]);
  });
});

describe('the log', () => {
  afterEach(() => world.restore(KEPT));

  onLocalStore('a changed amount', async () => {
    const look = await world.tampered(
      `UPDATE store.events ${rewrite('data', '"cents":2000', '"cents":9000')} WHERE ${stored(1)}`,
    );
    expect(found(look)).toEqual([`chain.changed ${account}@1`]);
    expect(look.findings[0]?.message).toMatch(
      /WalletToppedUp .* the ledger has there: top-up of 0 tenths and 2000 cents/,
    );
    expect(look.findings[0]?.detail).toMatchObject({ stream: account, revision: 1, type: 'WalletToppedUp' });
  });

  onLocalStore('a changed actor', async () => {
    const look = await world.tampered(
      `UPDATE store.events ${rewrite('metadata', '"id":"stripe"', '"id":"friend"')} WHERE ${stored(1)}`,
    );
    expect(found(look)).toEqual([`chain.changed ${account}@1`]);
  });

  onLocalStore('the last fact changed: no link tells it, the anchor does', async () => {
    const look = await world.tampered(
      `UPDATE store.events ${rewrite('data', '"cents":1000', '"cents":9000')} WHERE ${stored(6)}`,
    );
    expect(found(look)).toEqual([`chain.rewritten ${account}@6`]);
    expect(look.findings[0]?.message).toMatch(
      /from @4 to @6 .* the ledger has there: top-up of 0 tenths and 1000 cents/,
    );
  });

  onLocalStore('a deleted fact', async () => {
    expect(found(await world.tampered(`DELETE FROM store.events WHERE ${stored(2)}`))).toEqual([
      `chain.missing ${account}@2`,
    ]);
  });

  onLocalStore('the first fact deleted', async () => {
    expect(found(await world.tampered(`DELETE FROM store.events WHERE ${stored(0)}`))).toEqual([
      `chain.missing ${account}@0`,
    ]);
  });

  onLocalStore('the first fact of a stream that no anchor knows', async () => {
    const stream = `account-${newcomer}`;
    await world.account({
      type: 'TopUpWallet',
      memberId: newcomer,
      paymentId: 'pi_4',
      sessionId: null,
      cents: 1,
      at: new Date(),
    });
    const look = await world.tampered(`DELETE FROM store.events WHERE stream = '${stream}' AND revision = 0`);
    expect(found(look)).toEqual([`chain.missing ${stream}@0`]);
  });

  onLocalStore('two that changed places', async () => {
    const look = await world.tampered(
      `UPDATE store.events SET revision = -1 WHERE ${stored(2)}`,
      `UPDATE store.events SET revision = 2 WHERE ${stored(3)}`,
      `UPDATE store.events SET revision = 3 WHERE stream = '${account}' AND revision = -1`,
    );
    expect(found(look)).toEqual([`chain.swapped ${account}@2`]);
  });

  onLocalStore('a cut tail', async () => {
    const look = await world.tampered(`DELETE FROM store.events WHERE stream = '${account}' AND revision >= 5`);
    expect(found(look)).toEqual([`chain.cut ${account}@5`]);
    expect(look.findings[0]?.message).toContain('the stream ends at @4, anchor 2 knows it at @6');
  });

  onLocalStore('a stream that is gone', async () => {
    const look = await world.tampered(`DELETE FROM store.events WHERE stream = '${account}'`);
    expect(found(look)).toEqual([`chain.cut ${account}@0`]);
  });

  onLocalStore('a cut end of the log in which there was no money', async () => {
    const generationId = randomUUID();
    await world.log.append(`generation-${generationId}`, 'none', [
      {
        id: randomUUID(),
        fact: { type: 'GenerationCancelled', data: { generationId, memberId: buyer } },
        metadata: { $correlationId: 'test', actor: { kind: 'system', id: 'test' }, schemaVersion: 0 },
      },
    ]);
    const anchor = await world.anchor();
    const look = await world.tampered(`DELETE FROM store.events WHERE stream = 'generation-${generationId}'`);
    expect(anchor?.number).toBe(3);
    expect(found(look)).toEqual(['log.cut log']);
  });

  test('without an anchor it is said that there is none', async () => {
    const look = await world.tampered(
      'DELETE FROM vault.anchors',
      'DELETE FROM vault.anchor_heads',
      'UPDATE vault.anchor_walk SET made = 0, position = -1',
    );
    expect(look.findings).toEqual([]);
    expect(look.notes).toEqual([expect.stringContaining('no anchor was made yet')]);
  });

  test('sales that did not mature as they had accrued', async () => {
    const stream = `earnings-${seller}`;
    const day = '2026-11-24';
    await world.write(stream, accrued(15), {
      type: 'EarningsMatured',
      data: { memberId: seller, day, tenths: 95, cents: 0, sales: 1 },
    });
    expect(found(await world.verify())).toEqual([`fold.differs ${stream}@3`]);
  });
});

describe('macs', () => {
  afterEach(() => world.restore(KEPT));
  const topUp = {
    type: 'WalletToppedUp',
    data: { memberId: buyer, paymentId: 'pi_7', sessionId: null, cents: 90_000, creditedCents: 90_000 },
  } as const;

  test('a well-formed fact without one', async () => {
    await world.forge(account, [topUp]);
    const look = await world.verify();
    expect(found(look)).toEqual([`mac.missing ${account}@7`]);
    expect(look.findings[0]?.message).toMatch(/^WalletToppedUp \S+ has no mac: from position \d+ on all/);
  });

  test('one by a key of somebody’s own, and one that is not over what it says', async () => {
    const theirs = new MacKeys('12'.repeat(32));
    await world.forge(account, [topUp], (fact) => theirs.macOf(fact));
    expect(found(await world.verify())).toEqual([`mac.other_key ${account}@7`]);
    const stream = `account-${newcomer}`;
    await world.forge(stream, [topUp], (fact) => testMacs.macOf({ ...fact, data: {} }));
    expect(found(await world.verify(newcomer))).toEqual([`mac.wrong ${stream}@1`]);
  });

  onLocalStore('the last fact changed before any anchor knew it', async () => {
    const stream = `account-${newcomer}`;
    const look = await world.tampered(
      `UPDATE store.events ${rewrite('data', '"cents":3000', '"cents":9000')} WHERE stream = '${stream}'`,
    );
    expect(found(look)).toEqual([`mac.wrong ${stream}@0`]);
  });

  test('without the key it is said that they are unchecked, and that one is missing is seen all the same', async () => {
    const theirs = new MacKeys('12'.repeat(32));
    await world.forge(account, [topUp], (fact) => theirs.macOf(fact));
    await world.forge(`account-${newcomer}`, [topUp]);
    const { findings, notes } = await world.verify(undefined, { macs: undefined });
    expect(findings.map(({ code, place }) => `${code} ${place}`)).toContain(`mac.missing account-${newcomer}@1`);
    expect(findings.map(({ code }) => code)).not.toContain('mac.other_key');
    expect(notes).toContain('MAC_KEYS is not set: links are checked, macs are unchecked');
  });

  test('a key of before still verifies what it signed', async () => {
    const rotated = new MacKeys(`${'12'.repeat(32)},${testMacKeys}`);
    await world.forge(account, [topUp], (fact) => rotated.macOf(fact));
    expect(found(await world.verify(buyer))).toEqual([`mac.other_key ${account}@7`]);
    const look = await world.verify(buyer, { macs: rotated });
    expect(look.findings.filter(({ code }) => code.startsWith('mac.'))).toEqual([]);
  });
});

test('facts from before there were macs are as good as anchors say, later ones are not', async () => {
  const older = await openWorld({ isOlder: true });
  try {
    const grant = (n: number) => {
      const terms = {
        bucket: 'permanent',
        tenths: 5,
        reason: 'prize',
        month: null,
        paymentId: null,
        note: null,
      } as const;
      return { type: 'CreditsGranted', data: { memberId: buyer, key: `k${n}`, ...terms } } as const;
    };
    await older.forge(account, [grant(1), grant(2)]);
    expect((await older.anchor())?.macCutOver).toBeNull();
    const before = await older.verify();
    expect(found(before)).toEqual([]);
    expect(before.notes).toContain('no anchor says yet from where on facts have macs: none is missed');

    await older.noteMacCutOver();
    await older.write(account, grant(3));
    const anchor = await older.anchor();
    expect(anchor?.macCutOver).toBeLessThanOrEqual(anchor?.position ?? 0n);
    expect(found(await older.verify())).toEqual([]);

    await older.forge(account, [grant(4)]);
    expect(found(await older.verify())).toEqual([`mac.missing ${account}@3`]);
  } finally {
    await older.close();
  }
});

describe('what facts of money must be to one another', () => {
  afterEach(() => world.restore(KEPT));
  const day = '2026-11-24';
  const sums = { memberId: seller, day, tenths: 15, cents: 0, sales: 1 };
  const settled = (change: object = {}) => ({ type: 'EarningsSettled', data: { ...sums, ...change } }) as const;
  const matured = { type: 'EarningsMatured', data: sums } as const;
  /** Behind the settlement of the story. */
  const place = (revision: number): string => `account-${seller}@${revision}`;

  test('a settlement without its accrual', async () => {
    await world.write(`account-${seller}`, settled());
    const look = await world.verify();
    expect(found(look)).toEqual([`settlement.not_accrued ${place(1)}`]);
    expect(look.findings[0]?.message).toContain(`for ${day}, and nothing had accrued`);
  });

  test('a settlement of another sum than matured, and a second one of the same day', async () => {
    await world.write(`earnings-${seller}`, accrued(15), matured);
    await world.write(`account-${seller}`, settled({ tenths: 95 }), settled());
    expect(found(await world.verify())).toEqual([`settlement.differs ${place(1)}`, `settlement.twice ${place(2)}`]);
  });

  test('what matured and is on its way to the account is no difference', async () => {
    await world.write(`earnings-${seller}`, accrued(15), matured);
    expect(found(await world.verify())).toEqual([]);
  });

  test('a payout above what was earned, payouts before it counted and returned ones not', async () => {
    await world.write(`earnings-${seller}`, accrued(15), matured);
    const payout = (n: number, tenths: number, payoutCents = 1) => {
      const data = { memberId: seller, payoutId: idOf(n), tenths, cents: 0, payoutCents, ...bankAccount };
      return { type: 'PayoutRequested', data } as const;
    };
    const returned = {
      type: 'PayoutSettled',
      data: { memberId: seller, payoutId: idOf(7), tenths: 20, cents: 0, outcome: 'returned', reason: null },
    } as const;
    await world.write(`account-${seller}`, settled(), payout(7, 20), returned, payout(8, 30), payout(9, 1));
    const look = await world.verify();
    expect(found(look)).toEqual([`payout.unearned ${place(5)}`]);
    expect(look.findings[0]?.message).toBe(
      '0.1 credits and $0.00 are paid out, of 0 credits and $0.00 that are left of what was earned',
    );
    await world.write(
      `account-${seller}`,
      { ...returned, data: { ...returned.data, payoutId: idOf(8) } },
      payout(6, 10, 16),
    );
    const dearer = (await world.verify()).findings.at(-1);
    expect(dearer).toMatchObject({ code: 'payout.unearned', place: place(7) });
    expect(dearer?.message).toBe('$0.16 are paid out for 1 credits and $0.00');
  });

  const allowance = (month: string, tenths: number, paymentId: string | null) => {
    const grant = {
      bucket: 'allowance',
      tenths,
      reason: 'allowance',
      key: month,
      month,
      paymentId,
      note: null,
    } as const;
    return { type: 'CreditsGranted', data: { memberId: newcomer, ...grant } } as const;
  };

  test('accepts the allowance of a plan that began before payments were recorded, until one is', async () => {
    const source = 'sub_1';
    const plan = { source, tier: 'studio', period: 'monthly' } as const;
    const at = '2026-10-05T00:00:00.000Z';
    const change = {
      key: 'k',
      status: 'active',
      endDate: null,
      next: null,
      reason: 'purchase',
      effectiveAt: at,
    } as const;
    const paid = { paymentId: 'pi_4', cents: 1_900, from: at, until: '2026-12-05T00:00:00.000Z', paidAt: at } as const;
    await world.write(
      `account-${newcomer}`,
      { type: 'SubscriptionChanged', data: { memberId: newcomer, ...plan, ...change } },
      allowance('2026-11', 30_000, source),
      { type: 'PlanPaid', data: { memberId: newcomer, ...plan, ...paid, month: null } },
      allowance('2026-12', 30_000, source),
    );
    const ofPlan = found(await world.verify()).filter((one) => one.startsWith('allowance.'));
    expect(ofPlan).toEqual([`allowance.payment_unknown account-${newcomer}@4`]);
  });

  test('a plan’s allowance without a payment; what everybody is granted needs none', async () => {
    await world.write(`account-${newcomer}`, allowance('2026-10', 500, null), allowance('2026-11', 30_000, null));
    const look = await world.verify();
    expect(found(look)).toEqual([`allowance.unpaid account-${newcomer}@2`]);
    expect(look.findings[0]?.message).toBe('3000 credits were granted for 2026-11, and no payment is named');
    await world.write(`account-${newcomer}`, allowance('2026-12', 6_000, 'pi_3'), allowance('2027-01', 6_000, 'pi_0'));
    expect(found(await world.verify())).toEqual([
      `allowance.unpaid account-${newcomer}@2`,
      `allowance.payment_unknown account-${newcomer}@4`,
    ]);
  });

  test('a refund that failed has brought its sum back', async () => {
    const at = new Date();
    const refund = { memberId: buyer, refundId: 're_9', paymentId: 'pi_2', cents: 400, reason: null, at };
    await world.account({ type: 'RefundWallet', failed: false, ...refund });
    world.paidSessions = storyPaid().map((session) =>
      session.paymentId === 'pi_2' ? { ...session, refundedCents: 400 } : session,
    );
    expect(found(await world.verify())).toEqual([]);
    world.paidSessions = storyPaid();
    expect(found(await world.verify())).toEqual([`payment.refund_differs ${account}@6 payment pi_2`]);
    await world.account({ type: 'TopUpWallet', memberId: buyer, paymentId: 're_9', sessionId: null, cents: 400, at });
    expect(found(await world.verify())).toEqual([]);
  });
});

describe('the anchors', () => {
  afterEach(() => world.restore(KEPT));

  test('one that was changed', async () => {
    expect(found(await world.tampered('UPDATE vault.anchors SET position = position + 1 WHERE number = 1'))).toEqual([
      'anchor.changed anchor 1',
    ]);
  });

  test('one that is gone from the middle, or from the end', async () => {
    expect(found(await world.tampered('DELETE FROM vault.anchors WHERE number = 1'))).toEqual([
      'anchor.missing anchor 1',
    ]);
    expect(found(await world.tampered('DELETE FROM vault.anchors WHERE number = 2'))).toEqual([
      'anchor.missing anchor 1',
      'anchor.missing anchor 2',
    ]);
  });

  test('one written anew by somebody without the master key', async () => {
    const look = await world.tampered(`UPDATE vault.anchors SET digest = repeat('0', 64) WHERE number = 2`);
    expect(found(look)).toEqual(['anchor.changed anchor 2']);
  });

  test('a head that was changed is named with its stream', async () => {
    const look = await world.tampered(
      `UPDATE vault.anchor_heads SET hash = repeat('0', 64) WHERE number = 1 AND stream = '${account}'`,
    );
    expect(found(look)).toEqual(['anchor.changed anchor 1', 'anchor.head_changed anchor 1']);
    expect(look.findings[1]?.message).toContain(`${account}@3`);
  });

  test('a head that is gone', async () => {
    const look = await world.tampered(`DELETE FROM vault.anchor_heads WHERE number = 1`);
    expect(found(look)).toEqual(['anchor.changed anchor 1']);
  });
});

describe('the ledger', () => {
  afterEach(() => world.restore(KEPT));
  const entry = (revision: number): string => `member_id = '${buyer}' AND revision = ${revision}`;
  const at = (revision: number): string => `ledger entry ${account}@${revision}`;

  test('expects nothing of a card in the ledger for a test payment and for what goes back of it', async () => {
    const payment = { memberId: newcomer, paymentId: 'pi_test', cents: 700, livemode: false, at: november } as const;
    await world.account({ type: 'TopUpWallet', ...payment, sessionId: null });
    await world.account({ type: 'RefundWallet', ...payment, refundId: 're_test', failed: false, reason: null });
    await world.account({ type: 'DisputeWallet', ...payment, disputeId: 'dp_test', outcome: 'frozen', reason: null });
    await world.project();
    expect(found(await world.verify())).toEqual([]);
  });

  test.each([
    ['amount', 'cents = 9000', 'cents', 2000, 9000],
    ['running balance', 'balance_cents = balance_cents + 1', 'balance_cents', 2000, 2001],
    ['actor', `actor_id = 'friend'`, 'actor_id', 'stripe', 'friend'],
    ['reason', `reason = 'prize'`, 'reason', 'top-up', 'prize'],
    ['revision', 'revision = 7', 'revision', 1, 7],
    ['payment', `payment_id = NULL`, 'payment_id', 'pi_1', null],
  ])('a changed %s', async (_, change, column, expected, found_) => {
    await world.pool.query(`UPDATE ${LEDGER}.entry SET ${change} WHERE ${entry(1)}`);
    const look = await world.verify();
    expect(found(look)).toEqual([`ledger.differs ${at(1)}`]);
    expect(look.findings[0]?.detail).toMatchObject({ column, expected, found: found_ });
  });

  test('an entry that is gone', async () => {
    await world.pool.query(`DELETE FROM ${LEDGER}.entry WHERE ${entry(3)}`);
    expect(found(await world.verify())).toEqual([`ledger.missing ${at(3)}`]);
  });

  test('an entry that no fact made', async () => {
    await world.pool.query(
      `CREATE TEMP TABLE added AS SELECT * FROM ${LEDGER}.entry WHERE ${entry(6)};
       UPDATE added SET position = position + 1000, revision = 7, event_id = gen_random_uuid();
       UPDATE read_operations.projections SET position = position + 2000;
       INSERT INTO ${LEDGER}.entry SELECT * FROM added; DROP TABLE added`,
    );
    expect(found(await world.verify())).toEqual([`ledger.surplus ${at(7)}`]);
  });

  test('a balance that was changed, or is gone', async () => {
    await world.pool.query(`UPDATE ${LEDGER}.balance SET tenths = tenths + 5 WHERE member_id = '${buyer}'`);
    const look = await world.verify(buyer);
    expect(found(look)).toEqual([`ledger.balance_differs ledger balance of ${account}`]);
    expect(look.findings[0]?.detail).toMatchObject({ column: 'tenths', expected: 450, found: 455 });
    await world.pool.query(`DELETE FROM ${LEDGER}.balance WHERE member_id = '${buyer}'`);
    expect(found(await world.verify())).toEqual([`ledger.balance_missing ledger balance of ${account}`]);
  });

  onLocalStore('an account that the log does not know', async () => {
    const look = await world.tampered(`DELETE FROM store.events WHERE stream = 'account-${newcomer}'`);
    expect(found(look)).toEqual([
      `ledger.surplus_account ledger balance of account-${newcomer}`,
      'payment.not_here payment pi_3',
      `invoice.not_booked invoices-${new Date().getUTCFullYear()}@3`,
    ]);
  });

  onLocalStore('a tail cut off before any anchor knew it', async () => {
    await world.account({ type: 'OpenMonth', memberId: newcomer, at: new Date('2026-11-20T10:00:00Z') });
    await world.project();
    const look = await world.tampered(`DELETE FROM store.events WHERE stream = 'account-${newcomer}' AND revision = 1`);
    expect(found(look)).toEqual([`ledger.surplus ledger entry account-${newcomer}@1`]);
  });

  test('facts that it has not come to are no difference', async () => {
    await world.account({ type: 'OpenMonth', memberId: newcomer, at: new Date() });
    const { findings, notes, verified } = await world.verify();
    expect(findings).toEqual([]);
    expect(notes).toEqual(['the ledger has not come to 1 facts yet: they were not compared with it']);
    expect(verified.ledger).toEqual({ entries: 9, notYet: 1 });
  });

  test('an account of which facts are parked is not compared', async () => {
    await world.pool.query(`UPDATE ${LEDGER}.balance SET incomplete = true, cents = 1 WHERE member_id = '${buyer}'`);
    const { findings, notes } = await world.verify();
    expect(findings).toEqual([]);
    expect(notes).toContainEqual(expect.stringContaining(`${account}: facts of it are parked`));
  });
});

describe('payments', () => {
  afterEach(() => {
    world.paidSessions = storyPaid();
  });

  test.each([
    ['paid there and not here', [...storyPaid(), paid('pi_9', 700)], ['payment.not_here payment pi_9']],
    [
      'here and not there',
      storyPaid().filter(({ paymentId }) => paymentId !== 'pi_2'),
      [`payment.not_there ${account}@6 payment pi_2`],
    ],
    [
      'of another sum',
      storyPaid().map((session) => (session.paymentId === 'pi_2' ? { ...session, cents: 1200 } : session)),
      [`payment.differs ${account}@6 payment pi_2`],
    ],
    [
      'of another member',
      storyPaid().map((session) => (session.paymentId === 'pi_2' ? { ...session, memberId: newcomer } : session)),
      [`payment.differs ${account}@6 payment pi_2`],
    ],
    [
      'given back there and not here',
      storyPaid().map((session) => (session.paymentId === 'pi_1' ? { ...session, refundedCents: 900 } : session)),
      [`payment.refund_differs ${account}@1 payment pi_1`],
    ],
    ['given back before it came', [...storyPaid(), paid('pi_9', 700, { refundedCents: 700 })], []],
  ])('%s', async (_, sessions, expected) => {
    world.paidSessions = sessions;
    expect(found(await world.verify())).toEqual(expected);
  });
});

test('a payment that was topped up in two accounts', async () => {
  await world.account({
    type: 'TopUpWallet',
    memberId: newcomer,
    paymentId: 'pi_2',
    sessionId: 'cs_2',
    cents: 1000,
    at: new Date(),
  });
  expect(found(await world.verify())).toEqual([`payment.twice ${account}@6 payment pi_2`]);
});
