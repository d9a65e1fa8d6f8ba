import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { createPool } from '@easel/kernel/database/database';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { runEpisode, type Outcome } from '../episode.ts';
import { planOf } from '../hunt.ts';
import { Databases } from './databases.ts';
import { openRealStage } from './real-stage.ts';

let databases: Databases;
beforeAll(async () => {
  databases = await Databases.open(inject('postgresUrl'), pino({ level: 'silent' }));
});
afterAll(() => databases.close());

/** It has a bit of everything, a paid and printed order too, and is short. */
const SEED = 177;

/** Undefined where everything holds; else all that one needs to look into it. */
const broken = (seed: number, { violations, messages }: Outcome): object | undefined =>
  violations.length === 0 ? undefined : { violations, messages, again: `npm run simulate -- --real --seed ${seed}` };

test('everything holds in a life of a fixed seed on real servers', async () => {
  const outcome = await runEpisode(SEED, planOf(SEED), { openStage: openRealStage(databases) });
  expect(broken(SEED, outcome)).toBeUndefined();
  expect(outcome.steps).toBeGreaterThan(40);
}, 300_000);

/** Once the world is quiet somebody does this to the database. */
async function lifeWith(statement: string): Promise<string[]> {
  const created = vi.spyOn(databases, 'create');
  onTestFinished(() => created.mockRestore());
  const openStage = openRealStage(databases);
  const { violations } = await runEpisode(1, [{ what: 'grant', dice: 1 }], {
    openStage: async (...args) => {
      const stage = await openStage(...args);
      const differences = stage.differences.bind(stage);
      stage.differences = async (erased) => {
        // What is not there yet cannot be changed.
        expect(await differences(erased)).toEqual([]);
        await run(statement, (await created.mock.results[0]?.value)?.url ?? '');
        return differences(erased);
      };
      return stage;
    },
  });
  return violations.map(({ rule, says }) => `${rule}: ${says}`);
}

async function run(statement: string, url: string): Promise<void> {
  const pool = createPool(url, { max: 1, name: 'test' });
  const { rowCount } = await pool.query(statement);
  expect(rowCount).toBeGreaterThan(0);
  await pool.end();
}

test('a balance that somebody has changed in the read model is named, by the replay and by the audit', async () => {
  const found = await lifeWith(`update ${ledgerModel.schema}.balance set tenths = tenths + 1`);
  expect(found).toContainEqual(expect.stringMatching(/^read model = replay: ledger\.balance: /));
  expect(found).toContainEqual(expect.stringMatching(/^audit is clean: .* ledger\./));
}, 120_000);
