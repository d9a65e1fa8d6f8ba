import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type OpenStore, openStore } from '../testing/open-store.ts';
import { argumentsOf, type Outcome, type RecordedStep, withoutWords } from './outcomes.ts';
import { Replay } from './replay.ts';
import { seededOperations } from './seeded-operations.ts';

// What EventStoreDB 23.10.6 gave to seeded operations of the official client, and what the local event store gives.
// EVENT_STORE_RECORDINGS names another file of recordings.

const file = process.env.EVENT_STORE_RECORDINGS ?? new URL('recordings.json', import.meta.url);
const recordings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, RecordedStep[]>;
const seeds = Object.keys(recordings).map(Number);

const SIDE_BY_SIDE = 8;
const waves = Array.from({ length: Math.ceil(seeds.length / SIDE_BY_SIDE) }, (_, index) =>
  seeds.slice(index * SIDE_BY_SIDE, (index + 1) * SIDE_BY_SIDE),
);

// The client's batch appends share one table of promises: whoever closes one connection rejects them all. So those
// that run side by side end together.
describe.each(waves.map((wave) => ({ wave })))('seeds $wave', ({ wave }) => {
  const stores = new Map<number, OpenStore>();
  beforeAll(async () => {
    await Promise.all(wave.map(async (seed) => stores.set(seed, await openStore())));
  });
  afterAll(async () => {
    await Promise.all([...stores.values()].map((store) => store.close()));
  });

  test.concurrent.each(wave)('seed %i gives what it gave on the real server', async (seed) => {
    const store = stores.get(seed);
    if (!store) throw new Error('there is no store');
    const differences = await differencesOf(seed, new Replay(store.client, seed));
    if (differences.length > 0) throw new Error(differences.join('\n'));
  });
});

async function differencesOf(seed: number, replay: Replay): Promise<string[]> {
  const differences: string[] = [];
  const operations = seededOperations(seed);
  const steps = recordings[seed] ?? [];
  for (const [index, operation] of operations.entries()) {
    const real = steps[index];
    const args = argumentsOf(operation);
    const here: Outcome = await replay.next(operation, real?.out ?? null);
    const asked = text([operation.op, args]);
    if (!real || asked !== text([real.op, real.args])) {
      differences.push(`seed ${seed} step ${index}: recorded was another operation than ${asked}`);
    } else if (text(withoutWords(real.out)) !== text(here)) {
      differences.push(`seed ${seed} step ${index} ${asked}\n  real ${text(real.out)}\n  here ${text(here)}`);
    }
  }
  return differences;
}

const text = (value: unknown) => JSON.stringify(value);
