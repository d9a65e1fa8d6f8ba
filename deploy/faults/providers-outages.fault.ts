// spec: faults F6, F8, F26, F44
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signal } from '../local/process-table.ts';
import { audit } from './harness/audit.ts';
import { People, type Member } from './harness/people.ts';
import { signalAll } from './harness/processes.ts';
import { startProduct, type Product } from './harness/product.ts';
import { askProvider, endsOf, type Asked, type ProviderEnds } from './harness/provider-ends.ts';
import { ProvidersBeside } from './harness/providers-beside.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

/** One of each member: the queue sends off no more of a member at the same time. */
const CALLS = 50;
/** So many of them are answered soon after the worker was asked to end. */
const ANSWERED = 6;
/** Longer than it takes to ask for all of them, so that all wait at the same time. */
const SLOW_MS = 30_000;
/** Longer than a worker drains. */
const SLOWER_MS = 90_000;
/** So that there is time to finish the pictures. */
const SOON_MS = 2_000;

/** The two ways in which a call waits: on its connection, or as a task that is polled. FLUX has 24 tasks at most. */
type Waiting = 'sd-server' | 'mystic';

let providers: ProvidersBeside;
let product: Product;
let people: People;
let members: readonly Member[];

beforeAll(async () => {
  providers = await ProvidersBeside.start({ concurrent: CALLS, timeoutSeconds: 120 });
  product = await startProduct({ env: providers.env });
  people = new People(product);
  members = await Promise.all(Array.from({ length: CALLS }, () => people.register()));
  await Promise.all(members.map((member) => people.grant(member, 1_000)));
});
beforeEach(() => providers.control.clear());
afterAll(async () => {
  await product?.remove();
  await providers?.remove();
});

const outages = {
  'the event store': async () => {
    const pid = product.partPid('eventStore');
    signal(pid, 'SIGKILL');
    await product.ready();
    expect(product.partPid('eventStore')).not.toBe(pid);
  },
  PostgreSQL: async () => {
    signalAll(product.postgres(), 'SIGKILL');
    await product.ready();
  },
};

const countsOf = async (name: Waiting) => (await providers.control.counts())[name];

/** A picture of each of them that takes so long, once the provider was asked for all. */
async function ask(name: Waiting, by: readonly Member[], delayMs: number): Promise<Asked[]> {
  const before = (await countsOf(name))?.ask ?? 0;
  await providers.control.change(name, { delayMs });
  const orders = by.map((member) => askProvider(people, member, name));
  const asked = (await Promise.all(orders)).filter((one) => one !== undefined);
  expect(asked).toHaveLength(by.length);
  let seen = before;
  await until(async () => (seen = (await countsOf(name))?.ask ?? 0) >= before + asked.length, {
    why: () => `(${seen - before} of ${asked.length} calls)`,
  });
  expect(seen).toBe(before + asked.length);
  return asked;
}

/** Waits for the end of each, and compares what the product and the provider have written down. */
async function ended(name: Waiting, asked: readonly Asked[]): Promise<ProviderEnds> {
  for (const { member, generationId } of asked) await people.ended(member, generationId);
  await audit(product, people);
  for (const { member } of asked) expect(await people.balance(member)).toMatchObject({ held: 0 });
  const all = await endsOf(product, providers, name, asked);
  expect(all.broken).toEqual([]);
  expect(product.deaths).toBe(0);
  return all;
}

describe.each(['the event store', 'PostgreSQL'] as const)(
  `${CALLS} calls that wait while %s is killed, and again while they are answered`,
  (part) => {
    test.each(['sd-server', 'mystic'] as const)('end once each at %s, and are paid once', async (name) => {
      // Waiting calls have no charge there, or no file.
      const answers = async () => (await countsOf(name))?.[name === 'mystic' ? 'file' : 'pictures'] ?? 0;
      const asked = await ask(name, members, SLOW_MS);
      expect(await answers()).toBe(0);
      await outages[part]();
      const answered = [await answers()];
      await until(async () => (await answers()) > 0);
      await outages[part]();
      answered.push(await answers());
      const { ends, perhaps } = await ended(name, asked);
      tell(`${part} killed twice, ${CALLS} calls at ${name}`, { ends, perhaps, answered, ...(await countsOf(name)) });
      expect(ends).toEqual({ GenerationCompleted: CALLS });
    });
  },
);

describe(`${CALLS} calls that wait while their worker is asked to end`, () => {
  async function endWorker(): Promise<void> {
    const pid = product.partPid('imaging');
    signal(pid, 'SIGTERM');
    await until(() => !isDeepStrictEqual(product.partPids('imaging'), [pid]));
    await product.ready();
  }

  test('are completed where they are tasks, which the next worker polls', async () => {
    const asked = await ask('mystic', members, SLOW_MS);
    await endWorker();
    const { ends } = await ended('mystic', asked);
    tell(`the worker ended, ${CALLS} tasks`, { ends, ...(await countsOf('mystic')) });
    expect(ends).toEqual({ GenerationCompleted: CALLS });
  });

  test('are completed where the answer comes in time; of the others it is not known what they cost', async () => {
    const asked = await ask('sd-server', members.slice(ANSWERED), SLOWER_MS);
    asked.push(...(await ask('sd-server', members.slice(0, ANSWERED), SOON_MS)));
    await endWorker();
    const { ends, perhaps } = await ended('sd-server', asked);
    tell(`the worker ended, ${CALLS} calls`, { ends, perhaps, ...(await countsOf('sd-server')) });
    const { GenerationCompleted: completed = 0, unknown_outcome: unknown = 0, ...others } = ends;
    // How many of the answers are finished in time is the machine's.
    expect([completed + unknown, others]).toEqual([CALLS, {}]);
    expect(completed).toBeGreaterThan(0);
    expect(completed).toBeLessThanOrEqual(ANSWERED);
    expect(perhaps).toBeGreaterThanOrEqual(CALLS - ANSWERED);
    expect(perhaps).toBeLessThanOrEqual(unknown);
  });
});
