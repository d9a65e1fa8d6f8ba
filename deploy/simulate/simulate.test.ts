import { connect } from 'node:net';
import { runs } from '@easel/kernel/testing/runs';
import { expect, test } from 'vitest';
import { runEpisode, type Outcome } from './episode.ts';
import { planOf, readPlan, written } from './hunt.ts';
import { forbidRealIo, RealIo } from './no-real-io.ts';

/** Takes about ten seconds: most steps are timers that have nothing to do. TEST_RUNS=3 tries three times as many. */
const STEPS = runs(15_000);
const FIRST_SEED = 20_261;

/** Undefined where everything holds; else all that one needs to look into it. */
const broken = (seed: number, { violations, messages }: Outcome): object | undefined =>
  violations.length === 0 ? undefined : { violations, messages, again: `npm run simulate -- --seed ${seed}` };

test('the same seed lives the same life, to the byte', async () => {
  const lines: string[][] = [[], []];
  const traces: string[] = [];
  for (const into of lines) {
    const outcome = await runEpisode(7, planOf(7), { only: ['none'], tell: (line) => into.push(line) });
    traces.push(outcome.trace);
  }
  expect(lines[1]).toEqual(lines[0]);
  expect(traces[1]).toBe(traces[0]);
  expect(lines[0]?.length).toBeGreaterThan(50);
  const another = await runEpisode(8, planOf(8), { only: ['none'] });
  expect(another.trace).not.toBe(traces[0]);
});

test('a life that ends with its world says its seed', async () => {
  const openStage = () => Promise.reject(new Error('no plan is sold for 0 cents'));
  const life = runEpisode(7, planOf(7), { openStage });
  await expect(life).rejects.toThrow('the life of seed 7 ended: Error: no plan is sold for 0 cents');
});

test('a plan is read again as it was written', () => {
  const plan = planOf(11);
  expect(readPlan(written(plan))).toEqual(plan);
});

test('whoever reaches out of the simulated world is told so, and seen', () => {
  const io = forbidRealIo();
  try {
    expect(() => connect(1, '127.0.0.1')).toThrow(RealIo);
    expect(() => fetch('http://127.0.0.1:1')).toThrow(RealIo);
    expect(io.broken?.message).toContain('net.connect');
  } finally {
    io.restore();
  }
});

test(
  'everything holds in lives of fixed seeds and in one that nobody has lived',
  async () => {
    let steps = 0;
    const fresh = Date.now() % 1_000_000_000;
    for (let seed = FIRST_SEED; steps < STEPS; seed += 1) {
      const lived = steps === 0 ? fresh : seed;
      const outcome = await runEpisode(lived, planOf(lived));
      expect(broken(lived, outcome)).toBeUndefined();
      steps += outcome.steps;
    }
  },
  runs(300_000),
);
