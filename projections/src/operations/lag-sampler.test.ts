import type { ProjectionRecord } from '@easel/contracts/operations/http';
import { expect, test, vi } from 'vitest';
import type { Log } from '../kernel/log.ts';
import { LagSampler } from './lag-sampler.ts';

const record = (id: string, stands_still: boolean): ProjectionRecord => ({
  id,
  schema: `read_${id}_v1`,
  version: 1,
  phase: 'live',
  reason: null,
  stands_still,
  paused: false,
  position: '7',
  lag_events: stands_still ? 3 : 0,
  lag_more: false,
  lag_seconds: stands_still ? 40 : 0,
  events_per_second: 0,
  events_applied: 7,
  events_ignored: 0,
  parked: 0,
  whole: true,
  updated_at: '2026-11-28T12:00:00.000Z',
  rebuild: null,
});

test('an alarm is raised once, and its end is told once; each look is noted', async () => {
  let records = [record('gallery', false), record('ledger', false)];
  const note = vi.fn<(records: readonly ProjectionRecord[], now: number) => Promise<void>>(() => Promise.resolve());
  const said: string[] = [];
  const say = (level: string) => (about: { projection?: string }) => void said.push(`${level} ${about.projection}`);
  const logger = { error: say('error'), info: say('info'), debug: say('debug') } as unknown as Log;
  const sampler = new LagSampler(() => Promise.resolve(records), { note }, logger);

  await sampler.sample(1);
  records = [record('gallery', true), record('ledger', false)];
  await sampler.sample(2);
  await sampler.sample(3);
  records = [record('gallery', false), record('ledger', true)];
  await sampler.sample(4);

  expect(said).toEqual(['error gallery', 'error ledger', 'info gallery']);
  expect(note.mock.calls.map(([, now]) => now)).toEqual([1, 2, 3, 4]);
});
