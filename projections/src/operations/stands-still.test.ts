import { STILL_AFTER_MS } from '@easel/contracts/operations/policy';
import { describe, expect, test } from 'vitest';
import type { ProjectionPhase } from '../kernel/projection-state.ts';
import { standsStill } from './stands-still.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const ago = (ms: number) => new Date(now - ms);
const long = ago(STILL_AFTER_MS);
const lately = ago(STILL_AFTER_MS - 1);

describe('a projection that runs stands still', () => {
  test.each<ProjectionPhase>(['live', 'catching-up'])('where it has not moved past a fact for long: %s', (phase) => {
    expect(standsStill({ phase, movedAt: long, oldestAt: long, since: 0 }, now)).toBe(true);
  });

  test('not while it moves, nor where the fact has only just come after a quiet hour, nor where there is none', () => {
    expect(standsStill({ phase: 'live', movedAt: lately, oldestAt: ago(3_600_000), since: 0 }, now)).toBe(false);
    expect(standsStill({ phase: 'live', movedAt: ago(3_600_000), oldestAt: lately, since: 0 }, now)).toBe(false);
    expect(standsStill({ phase: 'live', movedAt: ago(3_600_000), oldestAt: undefined, since: 0 }, now)).toBe(false);
  });

  test('nor right after its process began, however long the log has waited for it', () => {
    const standing = { phase: 'live', movedAt: ago(3_600_000), oldestAt: ago(3_600_000) } as const;
    expect(standsStill({ ...standing, since: lately.getTime() }, now)).toBe(false);
    expect(standsStill({ ...standing, since: long.getTime() }, now)).toBe(true);
  });

  test.each<ProjectionPhase>(['paused', 'stopped', 'stalled', 'rebuilding'])(
    'and not where it says why: %s',
    (phase) => {
      expect(standsStill({ phase, movedAt: long, oldestAt: long, since: 0 }, now)).toBe(false);
    },
  );
});
