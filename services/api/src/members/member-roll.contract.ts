import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedStore } from '../testing/twins/stores.ts';
import type { MemberRoll } from './member-roll.lookup.ts';

/** The roll, and how a member comes onto it. */
export interface FilledRoll {
  roll: Pick<MemberRoll, 'after'>;
  add(memberId: string): Promise<void>;
}

/** What every roll of members must do alike. */
export function describeMemberRoll(where: string, begin: () => Promise<SharedStore<FilledRoll>>): void {
  describe(`the roll of members ${where}`, () => {
    let store: SharedStore<FilledRoll>;
    beforeAll(async () => {
      store = await begin();
    });
    afterAll(() => store.remove());

    test('is gone through in the order of their ids, so many at a time, to its end', async () => {
      expect(await store.there.roll.after(null, 10)).toEqual([]);
      const members = Array.from({ length: 5 }, () => randomUUID());
      for (const member of members) await store.here.add(member);
      members.sort();
      expect(await store.there.roll.after(null, 2)).toEqual(members.slice(0, 2));
      expect(await store.there.roll.after(members[1] ?? '', 10)).toEqual(members.slice(2));
      expect(await store.there.roll.after(members[4] ?? '', 10)).toEqual([]);
    });
  });
}
