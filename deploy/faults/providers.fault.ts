// spec: faults F44
import { pause } from '@easel/kernel/server/backoff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsAt, type FaultKind, type Place, type Protocol } from '../stand-ins/providers/faults.ts';
import { audit } from './harness/audit.ts';
import { People, type Member } from './harness/people.ts';
import { signalAll } from './harness/processes.ts';
import { startProduct, type Product } from './harness/product.ts';
import { askProvider, endsOf, type Asked } from './harness/provider-ends.ts';
import { ProvidersBeside } from './harness/providers-beside.ts';
import { randomFrom, seedOfRun } from './harness/random.ts';
import { tell } from './harness/tell.ts';

/** Of each provider; the plan's figure is 500. */
const GENERATIONS = Number(process.env['EASEL_FAULTS_GENERATIONS'] ?? 40);
/** Of one member. More members at once would have the provider fail so often in a row that it is left alone. */
const EACH = GENERATIONS > 100 ? 50 : 10;
/** Of the requests, so many come with a fault for the provider's next call. */
const FAULTY = GENERATIONS > 100 ? 0.15 : 0.4;
/** Between two deaths at most: a longer run dies as often as a short one, not more. */
const LONGEST_LIFE_MS = GENERATIONS > 100 ? 40_000 : 12_000;

let providers: ProvidersBeside;
let product: Product;
let people: People;

beforeAll(async () => {
  providers = await ProvidersBeside.start();
  product = await startProduct({ restarts: true, env: { ...providers.env, LEASE_MS: '2000' } });
  people = new People(product);
});
afterAll(async () => {
  await product?.remove();
  await providers?.remove();
});

const seed = seedOfRun();

/** Where a protocol has a call, and what can go wrong there. */
const faultsOf = (protocol: Protocol): { at: Place; kind: FaultKind }[] =>
  (['ask', 'poll', 'file'] as const).flatMap((at) =>
    kindsAt(protocol, at)
      // They end nothing but this installation's trust in its key: every later request is refused before it is paid.
      .filter((kind) => kind !== 'unauthorized' && kind !== 'unfunded')
      .map((kind) => ({ at, kind })),
  );

/** Until it is aborted: deaths of the worker, and every third time of the app. */
async function killInTurn(random: () => number, over: AbortSignal): Promise<{ kills: number }> {
  for (let kills = 0; ; kills++) {
    await pause(random() * LONGEST_LIFE_MS, over);
    if (over.aborted) return { kills };
    if (kills % 3 === 2) product.strike();
    else signalAll(product.partPids('imaging'), 'SIGKILL');
    await product.ready();
  }
}

/** Asks for one picture after the other, and waits for the end of each. */
async function askInTurn(provider: Protocol, member: Member, random: () => number): Promise<(Asked | undefined)[]> {
  const faults = faultsOf(provider);
  const asked: (Asked | undefined)[] = [];
  for (let n = 0; n < EACH; n++) {
    const fault = faults[Math.floor(random() * faults.length)];
    if (fault && random() < FAULTY) await providers.control.fault({ protocol: provider, ...fault });
    const one = await askProvider(people, member, provider);
    if (one) await people.ended(member, one.generationId);
    asked.push(one);
  }
  return asked;
}

describe(`a provider that is slow, breaks and lies, while worker and app die (seed ${seed})`, () => {
  test.each(['openai', 'sd-server', 'flux', 'mystic'] as const)(
    '%s: each picture ends once and is paid once',
    async (name) => {
      const random = randomFrom(seed);
      await providers.control.clear();
      await providers.control.change(name, { retryAfterSeconds: 1 });
      const members = await Promise.all(Array.from({ length: Math.ceil(GENERATIONS / EACH) }, () => people.register()));
      for (const member of members) await people.grant(member, 5 * EACH);
      const over = new AbortController();
      const killing = killInTurn(random, over.signal);
      const asked = (await Promise.all(members.map((member) => askInTurn(name, member, random)))).flat();
      over.abort();
      const { kills } = await killing;
      const audited = await audit(product, people);

      const made = asked.filter((one) => one !== undefined);
      const { ends, perhaps, broken } = await endsOf(product, providers, name, made);
      expect(broken).toEqual([]);
      for (const member of members) expect(await people.balance(member)).toMatchObject({ held: 0 });
      expect(ends['GenerationCompleted'] ?? 0).toBeGreaterThan(0);
      const refused = asked.length - made.length;
      tell(`chaos at ${name}`, {
        seed,
        asked: asked.length,
        refused,
        ends,
        perhaps,
        kills,
        ...(await providers.control.counts())[name],
      });
      expect(audited.captured).toBeGreaterThan(0);
    },
    3_600_000,
  );
});
