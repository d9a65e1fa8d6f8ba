import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, ClaimedKeys } from '../deciding/idempotency.ts';
import type { OutboxEntry, OutboxRows } from '../log/outbox.ts';
import type { ProcessBook } from '../following/process-book.ts';
import type { PersonKeys } from '../identity/sealing.ts';
import type { Snapshot, SnapshotRows } from '../deciding/snapshots.ts';
import { testMetadata } from '../testing/open-log.ts';

/** Stores of small rows in the hands of a test. */
export interface KernelRows<Tx> {
  readonly personKeys: PersonKeys;
  readonly claimedKeys: ClaimedKeys;
  readonly snapshots: SnapshotRows;
  readonly outbox: OutboxRows<Tx>;
  /** Of the store in which the outbox stands. */
  inTransaction: ProcessBook<Tx>['inTransaction'];
  remove(): Promise<void>;
}

/** What the kernel's stores of small rows must do alike. */
export function describeKernelRows<Tx>(name: string, begin: () => Promise<KernelRows<Tx>>): void {
  describe(`the kernel's rows ${name}`, () => {
    let rows: KernelRows<Tx>;
    beforeAll(async () => {
      rows = await begin();
    });
    afterAll(() => rows.remove());

    describe('keys of people', () => {
      const [ada, bob, carl] = [randomUUID(), randomUUID(), randomUUID()];
      const key = (): Buffer => randomBytes(61);

      it('are made once, whoever makes them', async () => {
        expect(await rows.personKeys.any()).toBeUndefined();
        const keys = [key(), key()];
        await Promise.all(keys.map((wrapped) => rows.personKeys.add(ada, wrapped)));
        await rows.personKeys.add(ada, key());
        const found = await rows.personKeys.find([ada, bob]);
        expect(found.size).toBe(1);
        expect(keys.some((wrapped) => found.get(ada)?.equals(wrapped))).toBe(true);
        expect(await rows.personKeys.any()).toEqual({ personId: ada, wrapped: found.get(ada) });
      });

      it('are gone for ever, also before they were made', async () => {
        await rows.personKeys.add(bob, key());
        await rows.personKeys.erase(bob);
        await rows.personKeys.erase(carl);
        await rows.personKeys.add(bob, key());
        await rows.personKeys.add(carl, key());
        const found = await rows.personKeys.find([bob, carl]);
        expect([found.get(bob), found.get(carl)]).toEqual([null, null]);
        expect((await rows.personKeys.any())?.personId).toBe(ada);
      });
    });

    describe('claimed keys', () => {
      const claim = (key: string, digest: string, actor = 'member:1'): Claim => ({
        actor,
        route: 'POST /things',
        key,
        digest: Buffer.from(digest),
      });
      const bind = async (claims: Claim[], at = new Date()): Promise<string[]> =>
        (await rows.claimedKeys.bind(claims, at)).map((digest) => digest.toString());

      it('are bound by whoever comes first, each by itself', async () => {
        expect(await bind([claim('a', 'one'), claim('b', 'two')])).toEqual(['one', 'two']);
        expect(await bind([claim('c', 'three'), claim('a', 'other'), claim('b', 'two')])).toEqual([
          'three',
          'one',
          'two',
        ]);
        expect(await bind([claim('a', 'other', 'member:2')])).toEqual(['other']);
      });

      it('are bound to one of two that come at once, together or not', async () => {
        const [[one], [other]] = await Promise.all([bind([claim('d', 'x')]), bind([claim('d', 'y')])]);
        expect(one).toBe(other);
        const [first, second] = await bind([claim('e', 'x'), claim('e', 'y')]);
        expect(first).toBe(second);
      });

      it('are forgotten by their age', async () => {
        const at = new Date('2026-01-01T00:00:00Z');
        await bind([claim('old', 'one')], at);
        await bind([claim('old', 'one')], new Date('2026-01-03T00:00:00Z'));
        await rows.claimedKeys.forget(at);
        expect(await bind([claim('old', 'other')])).toEqual(['one']);
        await rows.claimedKeys.forget(new Date('2026-01-02T00:00:00Z'));
        expect(await bind([claim('old', 'other')])).toEqual(['other']);
      });
    });

    describe('snapshots', () => {
      const snapshot = (revision: number): Snapshot => ({
        state: { revision, list: [1, { deep: null }] },
        revision,
        position: 9_007_199_254_740_993n + BigInt(revision),
        hash: `hash ${revision}`,
      });

      it('are kept by stream and fold, the latest of each', async () => {
        await rows.snapshots.keep('sum-1', 'fold 1', snapshot(256));
        await rows.snapshots.keep('sum-1', 'fold 2', snapshot(300));
        await rows.snapshots.keep('sum-1', 'fold 1', snapshot(512));
        await rows.snapshots.keep('sum-1', 'fold 1', snapshot(400));
        expect(await rows.snapshots.find('sum-1', 'fold 1')).toEqual(snapshot(512));
        expect(await rows.snapshots.find('sum-1', 'fold 2')).toEqual(snapshot(300));
        expect(await rows.snapshots.find('sum-2', 'fold 1')).toBeUndefined();
      });

      it('hold the state as it was', async () => {
        const state = { list: [1] };
        const kept = rows.snapshots.keep('sum-3', 'fold', { ...snapshot(1), state });
        state.list.push(2);
        await kept;
        expect((await rows.snapshots.find('sum-3', 'fold'))?.state).toEqual({ list: [1] });
      });
    });

    describe('the outbox', () => {
      let streams: string[];
      beforeEach(() => {
        streams = [`sum-${randomUUID()}`, `sum-${randomUUID()}`];
      });
      const entry = (stream = streams[0] ?? '', expected: OutboxEntry['expected'] = 'none'): OutboxEntry => ({
        id: randomUUID(),
        stream,
        facts: [{ id: randomUUID(), fact: { type: 'Counted', data: { by: 1 } }, metadata: testMetadata }],
        expected,
      });
      const add = (one: OutboxEntry): Promise<boolean> => rows.inTransaction((tx) => rows.outbox.add(one, tx));

      it('keeps one entry a stream as it was given, the oldest first', async () => {
        const [one, other] = [entry(streams[1], 4), entry(streams[0])];
        expect([await add(one), await add(other), await add(entry(streams[0], 7))]).toEqual([true, true, false]);
        expect(await rows.outbox.find(one.stream)).toEqual(one);
        expect(await rows.outbox.find(other.stream)).toEqual(other);
        expect(await rows.outbox.streams()).toEqual([one.stream, other.stream]);
        for (const { id } of [one, other, other]) await rows.outbox.remove(id);
        expect([await rows.outbox.streams(), await rows.outbox.find(one.stream)]).toEqual([[], undefined]);
      });

      it('keeps nothing of a transaction that failed, and lets go who waited for it', async () => {
        const written = Promise.withResolvers<void>();
        const end = Promise.withResolvers<void>();
        const failed = rows.inTransaction(async (tx) => {
          await rows.outbox.add(entry(), tx);
          expect(await rows.outbox.find(streams[0] ?? '')).toBeUndefined();
          written.resolve();
          await end.promise;
        });
        await written.promise;
        const one = entry();
        const added = add(one);
        end.reject(new Error('on purpose'));
        await expect(failed).rejects.toThrow('on purpose');
        expect(await added).toBe(true);
        expect(await rows.outbox.find(one.stream)).toEqual(one);
        await rows.outbox.remove(one.id);
      });
    });
  });
}
