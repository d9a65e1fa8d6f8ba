import { randomUUID } from 'node:crypto';
import { type CauseNode, eventsHttp } from '@easel/contracts/events/http';
import { CAUSES_MAX } from '@easel/contracts/events/policy';
import type { Fact, FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { NewFact } from '@easel/kernel/log/new-fact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { downloaded, GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

interface Graph {
  nodes: CauseNode[];
  edges: { from: string; to: string }[];
  cut: boolean;
}

let queries: QueryServer;
let auditor: string;
const recorder = new Recorder();
const [buyer, seller] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  queries = await startQueries();
  const { token } = await queries.server.foundation.sessions.open(
    { kind: 'operator', id: randomUUID(), role: 'auditor' },
    { days: 1, userAgent: '' },
  );
  auditor = `Bearer ${token}`;
});
afterAll(() => queries.close());

const get = (path: string) => queries.nobody.get(path).set('authorization', auditor);

async function graphOf(eventId: string): Promise<Graph> {
  const { body: found } = await get(
    `/api/admin/events?${new URLSearchParams({ filter: JSON.stringify({ q: eventId }) }).toString()}`,
  ).expect(200);
  const asked = (found as { id: string; event_id: string }[]).find(({ event_id: id }) => id === eventId);
  const { body } = await get(`/api/admin/events/${asked?.id}/causes`).expect(200);
  expect(eventsHttp.causes.reply.parse(body)).toEqual(body);
  return body as Graph;
}

/** `from → to` by their labels, each once, in order. */
function edgesOf({ nodes, edges }: Graph): string[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  expect(edges.every(({ from, to }) => labels.has(from) && labels.has(to))).toBe(true);
  return edges.map(({ from, to }) => `${labels.get(from)} → ${labels.get(to)}`).toSorted();
}

const told = (fact: Recorded, metadata: Partial<FactMetadata>): Recorded => ({
  ...fact,
  metadata: { ...fact.metadata, ...metadata },
});
const system = (id: string) => ({ kind: 'system', id }) as const;

test('a top-up leads to its webhook', async () => {
  const metadata = { $correlationId: 'evt_1', $causationId: 'evt_1', actor: system('stripe') };
  const fact = new AccountStory(recorder, buyer).toppedUp(2_000, 'pi_1', { metadata });
  await queries.append(fact);
  const graph = await graphOf(fact.id);
  expect(edgesOf(graph)).toEqual(['Webhook evt_1 → WalletToppedUp']);
  expect(graph.nodes.find(({ kind }) => kind === 'webhook')).toMatchObject({
    id: 'webhook:evt_1',
    event: null,
    detail: { webhook_id: 'evt_1', actor: system('stripe') },
  });
  expect(graph.nodes.find(({ kind }) => kind === 'fact')).toMatchObject({
    id: fact.id,
    stream: `account-${buyer}`,
    detail: { paymentId: 'pi_1', cents: 2_000 },
  });
});

test('what a webhook said is its node: what is open of it, that it was signed, and of which payment it is', async () => {
  const metadata = { $correlationId: 'evt_7', $causationId: 'evt_7', actor: system('stripe') };
  const receipt = told(
    recorder.record<Fact>('webhook-evt_7', {
      type: 'WebhookReceived',
      data: {
        eventId: 'evt_7',
        about: 'checkout.session.completed',
        received: { id: 'cs_7', amount_total: 2_000 },
        withheld: ['customer_details', 'metadata'],
        paymentId: 'pi_7',
        madeAt: '2026-11-20T09:59:58.000Z',
        signature: 'verified',
        receivedAt: '2026-11-20T10:00:00.000Z',
      },
    }),
    metadata,
  );
  const toppedUp = new AccountStory(recorder, buyer).toppedUp(2_000, 'pi_7', { metadata });
  await queries.append(receipt, toppedUp);
  for (const asked of [toppedUp.id, receipt.id]) {
    const graph = await graphOf(asked);
    expect(edgesOf(graph)).toEqual(['Webhook checkout.session.completed → WalletToppedUp']);
    expect(graph.nodes).toHaveLength(2);
    expect(graph.nodes.find(({ kind }) => kind === 'webhook')).toMatchObject({
      id: 'webhook:evt_7',
      at: '2026-11-20T10:00:00.000Z',
      event: expect.stringMatching(/^\d+$/) as string,
      type: 'WebhookReceived',
      stream: 'webhook-evt_7',
      detail: {
        webhook_id: 'evt_7',
        signature: 'verified',
        made_at: '2026-11-20T09:59:58.000Z',
        id: 'cs_7',
        amount_total: 2_000,
        sealed: 'customer_details, metadata',
        payment_id: 'pi_7',
      },
    });
  }
});

test('a call is named by its route, long after its key is forgotten', async () => {
  const actor = { kind: 'member', id: buyer } as const;
  const route = 'PUT /api/auth/preferences';
  const fact = told(new GenerationStory(recorder, buyer).requested(), {
    $correlationId: randomUUID(),
    actor,
    requestId: 'request-9',
    route,
  });
  await queries.append(fact);
  const graph = await graphOf(fact.id);
  expect(edgesOf(graph)).toEqual([`${route} → GenerationRequested`]);
  expect(graph.nodes.find(({ kind }) => kind === 'command')?.detail).toMatchObject({ request_id: 'request-9', route });
});

test('a charge leads over its render, and the task at its provider, to the call that asked for it', async () => {
  const story = new GenerationStory(recorder, buyer);
  const account = new AccountStory(recorder, buyer);
  const correlation = randomUUID();
  const actor = { kind: 'member', id: buyer } as const;
  const call = { $correlationId: correlation, actor, requestId: 'request-1' };
  const worker = { $correlationId: correlation, actor: system('imaging') };
  // The id of the first fact is derived from the call's key, which proves that it was this call.
  const key = `member:${buyer} POST /api/generation/generate POST /api/generation/generate key-1`;
  const hold = account.held(story.generationId, 100);
  const [derived] = newFacts(hold.stream, [hold], { key, actor, correlationId: correlation });
  await queries.server.foundation.pool.query(
    `INSERT INTO vault.idempotency_keys (actor, route, key, body_digest)
     VALUES ($1, 'POST /api/generation/generate', 'key-1', '')`,
    [`member:${buyer}`],
  );
  const held = told({ ...hold, id: derived?.id ?? '' }, call);
  const requested = told(story.requested({ prompt: 'secretly' }), { ...call, $causationId: held.id });
  const started = told(story.started(), worker);
  const drawn = told(story.drew(randomUUID()), worker);
  const completed = told(story.completed(), worker);
  const captured = told(account.captured(story.generationId, 100), {
    $correlationId: correlation,
    $causationId: completed.id,
    actor: system('settle-holds'),
  });
  const download = told(downloaded(recorder, buyer, story.generationId), {
    $correlationId: randomUUID(),
    $causationId: completed.id,
    actor,
  });
  await queries.append(held, requested, started, drawn, completed, captured, download);
  const graph = await graphOf(captured.id);
  expect(edgesOf(graph)).toEqual(
    [
      'POST /api/generation/generate → CreditsHeld',
      'CreditsHeld → GenerationRequested',
      'GenerationRequested → Process imaging',
      'Process imaging → RenderingStarted',
      'Process imaging → VariantCreated',
      'Process imaging → GenerationCompleted',
      'RenderingStarted → procedural, attempt 1',
      'procedural, attempt 1 → VariantCreated',
      'procedural, attempt 1 → GenerationCompleted',
      'GenerationCompleted → CreditsCaptured',
      'GenerationCompleted → ActivityTracked',
    ].toSorted(),
  );
  expect(graph.nodes.find(({ kind }) => kind === 'command')?.detail).toEqual({
    actor,
    correlation_id: correlation,
    request_id: 'request-1',
    route: 'POST /api/generation/generate',
    idempotency_key: 'key-1',
  });
  expect(JSON.stringify(graph)).not.toContain('secretly');
  // From what only followed, one comes to all of it too.
  expect(edgesOf(await graphOf(download.id))).toContain('POST /api/generation/generate → CreditsHeld');
});

test('a purchase leads to what its seller got, and that back to the purchase', async () => {
  const correlation = randomUUID();
  const bought = told(new AccountStory(recorder, buyer).bought({ sellerId: seller }), {
    $correlationId: correlation,
    actor: { kind: 'member', id: buyer },
  });
  const earnings = (type: string, data: object, cause?: string): Recorded =>
    told(recorder.record<Fact>(`earnings-${seller}`, { type, data: { memberId: seller, ...data } }), {
      $correlationId: cause === undefined ? randomUUID() : correlation,
      ...(cause !== undefined && { $causationId: cause }),
      actor: system('settle-earnings'),
    });
  const { purchaseId, generationId, variantId } = bought.data as Record<string, string>;
  const sale = { key: bought.id, buyerId: buyer, purchaseId, generationId, variantId };
  const accrued = earnings(
    'EarningsAccrued',
    {
      ...sale,
      size: '1K',
      method: 'credits',
      tier: 'free',
      tenths: 20,
      cents: 0,
      accruedAt: '2026-11-18T10:00:00.000Z',
      curator: false,
    },
    bought.id,
  );
  const matured = earnings('EarningsMatured', { day: '2026-11-20', tenths: 20, cents: 0, sales: 1 });
  const settled = told(
    new AccountStory(recorder, seller).fact('EarningsSettled', { day: '2026-11-20', tenths: 20, cents: 0, sales: 1 }),
    { $correlationId: randomUUID(), actor: system('settle-earnings') },
  );
  await queries.append(bought, accrued, matured, settled);
  for (const fact of [bought, accrued, matured, settled]) {
    expect(edgesOf(await graphOf(fact.id))).toEqual([
      'Command → ImagePurchased',
      'EarningsAccrued → EarningsMatured',
      'EarningsMatured → EarningsSettled',
      'ImagePurchased → EarningsAccrued',
    ]);
  }
});

test('what came from elsewhere has a graph too, and one with very many facts is cut', async () => {
  const event = (metadata: Partial<FactMetadata>): NewFact => ({
    id: randomUUID(),
    fact: { type: 'Odd', data: { text: '<svg>' } },
    metadata: metadata as FactMetadata,
  });
  const bare = event({});
  const many = Array.from({ length: CAUSES_MAX + 50 }, () => event({ $correlationId: 'rush' }));
  await queries.server.foundation.log.appendEncoded('stranger-1', 'none', [bare, ...many]);
  // What the caller has seen makes the answers wait for it.
  await queries.append(downloaded(recorder, buyer, randomUUID()));
  expect(edgesOf(await graphOf(bare.id))).toEqual(['Process unknown → Odd']);
  const rush = await graphOf(many.at(-1)?.id ?? '');
  expect(rush.cut).toBe(true);
  const facts = rush.nodes.filter(({ kind }) => kind === 'fact');
  expect(facts).toHaveLength(CAUSES_MAX);
  expect(facts.map(({ id }) => id)).toContain(many.at(-1)?.id);
});
