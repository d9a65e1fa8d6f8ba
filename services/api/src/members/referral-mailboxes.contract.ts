import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedStore } from '../testing/twins/stores.ts';
import type { ReferralMailboxes } from './referral-mailboxes.ts';

/** What every store of mailboxes must do alike. */
export function describeReferralMailboxes(where: string, begin: () => Promise<SharedStore<ReferralMailboxes>>): void {
  describe(`mailboxes ${where}`, () => {
    let store: SharedStore<ReferralMailboxes>;
    beforeAll(async () => {
      store = await begin();
    });
    afterAll(() => store.remove());

    test('belong to whoever came first, however the address is written', async () => {
      const [first, second] = [randomUUID(), randomUUID()];
      expect(await store.here.claim(first, 'ada.l@gmail.com')).toBe(true);
      expect(await store.there.claim(second, 'AdaL+again@googlemail.com')).toBe(false);
      expect(await store.there.claim(first, 'adal@gmail.com')).toBe(true);
      expect(await store.there.claim(second, 'ada.m@gmail.com')).toBe(true);
    });

    test('belong to one of all who come at once', async () => {
      const email = `${randomUUID()}@example.org`;
      const claims = Array.from({ length: 6 }, (_, n) =>
        (n % 2 === 0 ? store.here : store.there).claim(randomUUID(), email),
      );
      expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    });
  });
}
