import { randomUUID } from 'node:crypto';
import { Render, requestedFact } from '@easel/api/testing/generation-facts';
import { invoiceNumber } from '@easel/contracts/invoices/policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announced, challengeOfOne, entered, granted, proposed } from './testing/challenge-story.ts';
import { openWorld, type World } from './testing/audited-world.ts';
import {
  orderWithProducts,
  paidFor,
  parcelShipped,
  placed,
  printCharged,
  PRINTS_CENTS,
  sentToPrint,
} from './testing/order-story.ts';
import { buyer, call, newcomer, purchaseId, seller, tellStory } from './testing/money-story.ts';
import { branchesOf, linesOf, type Branch } from './trace-lines.ts';
import { trace } from './trace.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await tellStory(world);
  await world.pool.query(
    `INSERT INTO vault.idempotency_keys (actor, route, key, body_digest)
     VALUES ($1, 'POST /api/images/purchase', 'another', ''), ($1, 'POST /api/images/purchase', 'key-1', '')`,
    [`member:${buyer}`],
  );
});
afterAll(() => world.close());

async function traced(id: string): Promise<Branch[]> {
  const report = { finding: () => undefined, note: () => undefined, progress: () => undefined };
  const found = await trace(id, { log: world.log, report, signal: new AbortController().signal });
  return branchesOf(found, world.pool);
}

/** `0 ImagePurchased *`: depth, type, and whether it was asked for. */
const told = ({ facts }: Branch): string[] =>
  facts.map(({ depth, fact, asked }) => `${depth} ${fact.type}${asked ? ' *' : ''}`);

test('a purchase leads from its call to what its seller got', async () => {
  const branches = await traced(purchaseId);
  expect(branches.map(told)).toEqual([
    ['0 ImagePurchased *', '1 EarningsAccrued *', '2 EarningsMatured', '3 EarningsSettled'],
  ]);
  expect(branches[0]?.origin).toEqual({
    kind: 'command',
    actor: call.actor,
    requestId: call.requestId,
    correlationId: call.correlationId,
    route: 'POST /api/images/purchase',
    idempotencyKey: 'key-1',
  });
});

test('so does every name that it has, each fact in between, and its call', async () => {
  const [branch] = await traced(purchaseId);
  const [purchase, accrued] = branch?.facts ?? [];
  for (const id of [purchase?.fact.id, accrued?.fact.id, call.correlationId]) {
    const branches = await traced(id ?? '');
    expect(branches.map(({ facts }) => facts.map(({ fact }) => fact.type))).toEqual([
      ['ImagePurchased', 'EarningsAccrued', 'EarningsMatured', 'EarningsSettled'],
    ]);
  }
});

test('an order is found by its id, its reference and its payment, with all that became of it', async () => {
  const order = orderWithProducts();
  await world.write(order.stream, placed(order, { reference: 'ORD-20' }));
  await world.write(order.stream, paidFor(order));
  await world.write(order.stream, sentToPrint(order));
  await world.write(order.stream, parcelShipped(order));
  for (const name of [order.ids.orderId, 'ORD-20', order.paymentId]) {
    const types = (await traced(name)).flatMap(({ facts }) => facts.map(({ fact }) => fact.type));
    expect(types).toEqual(['OrderPlaced', 'OrderPaid', 'OrderSentToPrint', 'OrderParcelShipped']);
  }
});

test('a settlement leads back to the sales that it is for', async () => {
  let settled = '';
  for await (const fact of world.log.read(`account-${seller}`)) settled = fact.id;
  const [branch] = await traced(settled);
  expect(branch && told(branch)).toEqual([
    '0 ImagePurchased',
    '1 EarningsAccrued',
    '2 EarningsMatured',
    '3 EarningsSettled *',
  ]);
});

test('a payment leads to its webhooks', async () => {
  const branches = await traced('pi_1');
  expect(
    branches.map(({ origin, facts }) => [origin.kind, origin.eventId, facts.map(({ fact }) => fact.type)]),
  ).toEqual([
    ['webhook', 'evt_pi_1', ['WalletToppedUp', 'InvoiceIssued']],
    ['webhook', 'evt_re_1', ['WalletRefunded', 'CreditNoteIssued']],
  ]);
  expect((await traced('cs_2')).map(told)).toEqual([['0 WalletToppedUp *', '1 InvoiceIssued']]);
});

test('an invoice leads by its number to the payment that it is for', async () => {
  const number = invoiceNumber(String(new Date().getUTCFullYear()), 3);
  expect((await traced(number)).map(told)).toEqual([['0 WalletToppedUp', '1 InvoiceIssued *']]);
});

test('a generation leads from its call over its render to the charge', async () => {
  const generationId = randomUUID();
  const memberId = newcomer;
  const correlationId = randomUUID();
  const asked = { actor: { kind: 'member', id: memberId }, correlationId, requestId: 'request-2' } as const;
  const at = new Date();
  const charges = [{ generationId, fingerprint: 'g', tenths: 50, images: 1 }];
  await world.account({ type: 'HoldCredits', memberId, charges, at }, asked);
  const render = new Render({ generationId, memberId });
  const facts = [requestedFact({ generationId, memberId }), render.started(at), render.stored(), render.completed()];
  const stream = `generation-${generationId}`;
  const ids = facts.map(() => randomUUID());
  await world.log.append(
    stream,
    'none',
    facts.map((fact, index) => ({
      id: ids[index] ?? '',
      fact,
      metadata: {
        $correlationId: correlationId,
        actor: index === 0 ? asked.actor : { kind: 'system', id: 'imaging' },
        schemaVersion: 0,
      },
    })),
  );
  await world.account(
    { type: 'CaptureCredits', memberId, generationId, at },
    { correlationId, causationId: ids.at(-1) ?? '', actor: { kind: 'system', id: 'account.settle-holds' } },
  );
  for (const id of [generationId, correlationId, ids[2] ?? '']) {
    const branches = await traced(id);
    expect(branches.map(({ origin, facts: each }) => [origin.kind, each.map(({ fact }) => fact.type)])).toEqual([
      [
        'command',
        [
          'CreditsGranted',
          'CreditsHeld',
          'GenerationRequested',
          'RenderingStarted',
          'VariantCreated',
          'GenerationCompleted',
          'CreditsCaptured',
        ],
      ],
    ]);
    // What was asked for is in nobody's words but the member's: none of them is shown.
    expect(branches.flatMap(linesOf).join()).not.toContain('a lake');
  }
});

test('lines for people name place, sums and who', async () => {
  const [branch] = await traced('pi_2');
  const [origin, line] = branch ? linesOf(branch) : [];
  expect(origin).toBe('webhook evt_pi_2, correlation evt_pi_2');
  expect(line).toMatch(
    /^\* WalletToppedUp {2}account-\S+@6 .* by system stripe {2}cents=1000 creditedCents=1000 paymentId=pi_2/,
  );
});

test('tells what a challenge brought in words, with the entry and its announcement', async () => {
  const challenge = challengeOfOne();
  const winners = announced(challenge, { proceedsCents: 9_600, buyers: 2 });
  await world.write(challenge.stream, ...entered(challenge), proposed(challenge), winners);
  await world.write(`account-${challenge.ids.memberId}`, ...granted(winners));
  const lines = (await traced(challenge.ids.competitionId)).flatMap(linesOf).join('\n');
  expect(lines).toContain('(a member entered a picture)');
  expect(lines).toContain('(the winners were announced, with what each entry brings)');
  expect(lines).toMatch(/shareCents=960 prizeCents=2400 .*\(the member was given what a challenge brought\)/);
});

test('an order’s printing and shipping are told in words, with what they name', async () => {
  const order = orderWithProducts();
  await world.write(order.stream, placed(order, { reference: 'ORD-21' }), paidFor(order), sentToPrint(order));
  await world.write(order.stream, printCharged(order, 1810), parcelShipped(order));
  const lines = (await traced(order.ids.orderId)).flatMap(linesOf).filter((line) => line.startsWith('*'));
  expect(lines.map((line) => line.replace(/^.* by \S+ \S+ */, ''))).toEqual([
    '(the member placed the order)',
    `cents=${2 * 150 + PRINTS_CENTS} paymentId=${order.paymentId}  (a card paid for the order)`,
    'attempt=1 printOrderId=ord_1  (the print service was given the order)',
    'cents=1810 attempt=1 printOrderId=ord_1  (the print service charged for an attempt)',
    'carrier=DHL attempt=1 parcelId=shp_1  (a parcel was shipped)',
  ]);
});

test('explains purchases, invoices and credit notes in words', async () => {
  const traces = await Promise.all([purchaseId, 'pi_1'].map(traced));
  const lines = traces.flat().flatMap(linesOf);
  const wordsOf = (type: string) => /\(([^()]*)\)$/.exec(lines.find((line) => line.includes(`${type}  `)) ?? '')?.[1];
  expect(wordsOf('ImagePurchased')).toBe('the member bought an image in this size');
  expect(wordsOf('InvoiceIssued')).toBe('an invoice was issued for a payment, or for a refund that failed');
  expect(wordsOf('CreditNoteIssued')).toBe('a credit note was issued for a refund');
});

test('what nobody knows is nothing', async () => {
  expect(await traced('pi_nobody')).toEqual([]);
});
