import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SharedStore } from '../testing/twins/stores.ts';
import type { AllowanceSweeps } from './allowance-sweeps.ts';

/** What every store of sweeps must do alike. */
export function describeAllowanceSweeps(where: string, begin: () => Promise<SharedStore<AllowanceSweeps>>): void {
  describe(`the sweeps of allowances ${where}`, () => {
    let store: SharedStore<AllowanceSweeps>;
    let here: AllowanceSweeps;
    let there: AllowanceSweeps;
    beforeEach(async () => {
      store = await begin();
      ({ here, there } = store);
    });
    afterEach(() => store.remove());

    test('begin before the first member, once', async () => {
      expect(await here.begin('2026-11')).toEqual({ reached: null, finished: false });
      await here.advance('2026-11', randomUUID(), 2);
      expect((await there.begin('2026-11'))?.reached).not.toBeNull();
    });

    test('go on where they came to, and count what they opened, whoever went on', async () => {
      const members = [randomUUID(), randomUUID()].toSorted();
      await here.begin('2026-11');
      await here.advance('2026-11', members[0] ?? '', 3);
      await there.advance('2026-11', members[1] ?? '', 4);
      expect(await here.begin('2026-11')).toEqual({ reached: members[1], finished: false });
      expect(await there.finish('2026-11')).toBe(7);
      expect(await here.begin('2026-11')).toEqual({ reached: members[1], finished: true });
    });

    test('of an earlier month are over once a later one began', async () => {
      await here.begin('2026-12');
      expect(await there.begin('2026-11')).toBeUndefined();
      expect(await there.begin('2026-12')).toEqual({ reached: null, finished: false });
      expect(await there.begin('2027-01')).toEqual({ reached: null, finished: false });
      expect(await here.begin('2026-12')).toBeUndefined();
    });

    test('leave members behind, once each, until they are settled', async () => {
      const members = [randomUUID(), randomUUID(), randomUUID()].toSorted();
      for (const member of [...members.toReversed(), ...members]) await here.leave(member);
      expect(await there.left(null, 2)).toEqual(members.slice(0, 2));
      expect(await there.left(members[1] ?? '', 2)).toEqual(members.slice(2));
      await there.settle(members[0] ?? '');
      await there.settle(members[0] ?? '');
      expect(await here.left(null, 5)).toEqual(members.slice(1));
    });

    test('know what their store’s clock says', async () => {
      expect(await here.clock()).toBeInstanceOf(Date);
    });
  });
}
