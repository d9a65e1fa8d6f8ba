import { generationHttp } from '@easel/contracts/generation/http';
import { rendersAtOnce } from '@easel/contracts/generation/policy';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { LiveStream } from './harness/live-stream.ts';
import { People, type Member } from './harness/people.ts';
import { plantFacts, requestFact } from './harness/planted.ts';
import { startProduct, type Product } from './harness/product.ts';
import { generationFacts, Records, type StoredEvent } from './harness/records.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

/** Of the workers' process, as it is unless told otherwise. */
const SLOTS = 2;
const QUEUED = 200;

let product: Product;
let people: People;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
  await product.killEverything();
});
beforeEach(() => product.start());
afterEach(() => product.killEverything());
afterAll(() => product?.remove());

/** Every fact about generations, in the order of the log. */
const history = (): Promise<StoredEvent[]> =>
  Records.of(product, async (records) => {
    const events: StoredEvent[] = [];
    for await (const event of records.events()) if (event.stream.startsWith('generation-')) events.push(event);
    return events;
  });

const isOf = (member: Member) => (event: StoredEvent) => event.data['memberId'] === member.id;
const isStart = ({ type }: StoredEvent): boolean => type === 'RenderingStarted';

async function accepted(member: Member): Promise<string> {
  const outcome = await people.order(member, { async: true });
  if (outcome.kind !== 'accepted') throw new Error(`it ended ${outcome.kind}`);
  return outcome.generationId;
}

test('two members who queue as much are served in turn, each as many at once as its tier has', async () => {
  const members = [await people.register(), await people.register()];
  for (const member of members) await people.grant(member, 100);
  for (const member of members) for (let n = 0; n < 10; n++) await accepted(member);
  await audit(product, people);
  const facts = (await history()).filter(({ data }) => members.some(({ id }) => id === data['memberId']));
  const running = new Map<unknown, number>();
  let most = 0;
  for (const { type, data } of facts) {
    const change = type === 'RenderingStarted' ? 1 : type === 'GenerationCompleted' ? -1 : 0;
    const now = (running.get(data['memberId']) ?? 0) + change;
    running.set(data['memberId'], now);
    most = Math.max(most, now);
  }
  expect(most).toBe(rendersAtOnce.free);
  // The second's last is not behind the first's: both ended within a turn of each other.
  const ends = facts.flatMap(({ type, data }) => (type === 'GenerationCompleted' ? [data['memberId']] : []));
  const lastOfFirst = ends.lastIndexOf(ends.find((id) => id !== ends.at(-1)));
  tell('turns', { ends: ends.length, tail: ends.length - 1 - lastOfFirst });
});

test('kill -9 of everything amid a queue: all are rendered after the next start, each paid once', async () => {
  const members = [await people.register(), await people.register(), await people.register()];
  const ids: [Member, string][] = [];
  for (let n = 0; n < 8; n++) for (const member of members) ids.push([member, await accepted(member)]);
  await until(async () => (await history()).filter(({ type }) => type === 'GenerationCompleted').length >= 2);
  await product.killEverything();
  await product.start();
  for (const [member, id] of ids) expect((await people.ended(member, id)).status).toBe('completed');
  await audit(product, people);
  const open = await Records.of(product, (records) => records.rows('SELECT generation_id FROM vault.render_queue'));
  expect(open).toEqual([]);
});

test('polling tells the same where nobody listens', async () => {
  const member = await people.register();
  const id = await accepted(member);
  const seen = new Set<string>();
  await people.http.eventually(
    generationHttp.one.path.replace(':id', id),
    { token: member.token },
    ({ status, body }) => {
      if (status !== 200) return undefined;
      const { generation } = generationHttp.one.reply.parse(body);
      seen.add(generation.status);
      return generation.status === 'completed';
    },
  );
  expect(['queued', 'processing', 'completed']).toEqual(expect.arrayContaining([...seen]));
});

// Last: what it plants was never paid, and an audit would say so.
test(`a member with ${QUEUED} queued, six at once, does not hold up another: it is next`, async () => {
  const [heavy, light] = [await people.register(), await people.register()];
  await Records.of(product, async (records) => {
    for (let n = 0; n < QUEUED; n++) {
      const request = requestFact({ memberId: heavy.id, prompt: `number ${n}`, tier: 'enterprise', resolution: '2k' });
      await plantFacts(records, 'none', [request]);
    }
  });
  await until(async () => (await history()).filter(isOf(heavy)).filter(isStart).length >= 3 * SLOTS);

  const stream = await LiveStream.open(product, light);
  const asked = performance.now();
  const id = await accepted(light);
  await stream.until((events) =>
    events.some(({ name, data }) => name === 'job' && (data as { status: string }).status === 'processing'),
  );
  const waitedMs = performance.now() - asked;
  const queued = stream.events.find(({ name }) => name === 'job')?.data as { position: number };
  await people.ended(light, id);

  const facts = await history();
  const request = facts.findIndex(({ type, stream: of }) => type === 'GenerationRequested' && of.endsWith(id));
  const start = facts.findIndex((event) => isStart(event) && event.stream.endsWith(id));
  const startsBefore = facts.slice(request, start).filter(isOf(heavy)).filter(isStart).length;
  const renderMs = median(
    generationFacts(facts).flatMap((fact) =>
      fact.type === 'GenerationCompleted' && fact.data.memberId === heavy.id ? [fact.data.processingMs] : [],
    ),
  );
  tell('fairness', {
    queuedByOther: QUEUED,
    position: queued.position,
    startsBefore,
    waitedMs: Math.round(waitedMs),
    renderMs,
    renderTimes: Math.round((waitedMs / renderMs) * 100) / 100,
  });
  expect(queued.position).toBeLessThanOrEqual(1);
  // One in each slot when it comes, and what took a slot while its request was on its way.
  expect(startsBefore).toBeLessThanOrEqual(SLOTS);
  expect(waitedMs).toBeLessThan(2 * renderMs + 500);
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
