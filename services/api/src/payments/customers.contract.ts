import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedStore } from '../testing/twins/stores.ts';
import type { Customers } from './customers.ts';

/** What every store of customers must do alike. */
export function describeCustomers(where: string, begin: () => Promise<SharedStore<Customers>>): void {
  describe(`customers ${where}`, () => {
    let store: SharedStore<Customers>;
    beforeAll(async () => {
      store = await begin();
    });
    afterAll(() => store.remove());

    test('are kept for a member and a place', async () => {
      const [member, other] = [randomUUID(), randomUUID()];
      expect(await store.here.of(member, 'test')).toBeUndefined();
      expect(await store.here.keep(member, 'test', 'cus_1')).toBe('cus_1');
      expect(await store.here.keep(member, 'live', 'cus_2')).toBe('cus_2');
      expect(await store.there.of(member, 'test')).toBe('cus_1');
      expect(await store.there.of(member, 'live')).toBe('cus_2');
      expect(await store.there.of(other, 'test')).toBeUndefined();
    });

    test('are forgotten at one place', async () => {
      const member = randomUUID();
      await store.here.keep(member, 'test', 'cus_1');
      await store.here.keep(member, 'live', 'cus_2');
      await store.there.forget(member, 'test');
      await store.there.forget(member, 'test');
      expect(await store.here.of(member, 'test')).toBeUndefined();
      expect(await store.here.of(member, 'live')).toBe('cus_2');
    });

    test('are who was kept first, whoever else is meant to be', async () => {
      const member = randomUUID();
      const answers = await Promise.all(
        [store.here, store.there, store.here].map((customers, n) => customers.keep(member, 'test', `cus_${n}`)),
      );
      expect(new Set(answers).size).toBe(1);
      expect(await store.there.keep(member, 'test', 'cus_late')).toBe(answers[0]);
      expect(await store.here.of(member, 'test')).toBe(answers[0]);
    });
  });
}
