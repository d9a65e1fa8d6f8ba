import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAIN_SETTINGS } from '../settings.ts';
import type { Kept } from '../shelves.ts';
import type { Customer, StripeEvent, Subscription } from '../wire.ts';
import type { Archive, Records } from './archive.ts';

/** An archive that is open, and all that it stands on. */
export interface OpenArchive {
  archive: Archive;
  remove(): Promise<void>;
}

const id = (prefix: string): string => `${prefix}_${randomUUID()}`;

const customer = (over: Partial<Customer> = {}, dueMs: number | null = null): Kept<'customer'> => ({
  body: { id: id('cus'), object: 'customer', created: 100, ...over } as Customer,
  extra: {},
  dueMs,
});

const event = (type: StripeEvent['type'], created = 100): StripeEvent =>
  ({ id: id('evt'), object: 'event', type, created, data: { object: {} } }) as unknown as StripeEvent;

const now = { hold: false, times: 1, dueMs: 0 };

/** What every archive must do alike. */
export function describeArchive(kind: string, begin: () => Promise<OpenArchive>): void {
  describe(`the stand-in’s books in ${kind}`, () => {
    let opened: OpenArchive;
    let archive: Archive;
    let records: Records;
    beforeAll(async () => {
      opened = await begin();
      archive = opened.archive;
      await archive.open();
      records = archive.records;
    });
    afterAll(async () => {
      await archive.close();
      await opened.remove();
    });

    const add = async <K extends Kept<'customer'>>(kept: K): Promise<K> => {
      await records.objects.add(kept);
      return kept;
    };
    const all = { fields: {}, except: {}, limit: 100 };

    describe('objects', () => {
      test('are found on their shelf, as they were handed in, and are nobody’s to change', async () => {
        const kept = await add(customer({ email: 'a@example.com', metadata: { a: 'b' } }, 5_000));
        const found = await records.objects.find('customer', kept.body.id);
        expect(found).toEqual(kept);
        Object.assign(found?.body ?? {}, { email: 'changed@example.com' });
        kept.body.email = 'changed@example.com';
        expect((await records.objects.find('customer', kept.body.id))?.body.email).toBe('a@example.com');
        expect(await records.objects.find('charge', kept.body.id)).toBeUndefined();
        expect(await records.objects.find('customer', 'cus_nobody')).toBeUndefined();
      });

      test('are there once', async () => {
        const kept = await add(customer());
        await expect(records.objects.add(kept)).rejects.toThrow(/already|duplicate/);
      });

      test('are saved as they have become; what is not there stays away', async () => {
        const kept = await add(customer({ email: 'before@example.com' }, 5_000));
        await records.objects.save({ ...kept, body: { ...kept.body, email: 'after@example.com' }, dueMs: null });
        expect(await records.objects.find('customer', kept.body.id)).toMatchObject({
          body: { email: 'after@example.com' },
          dueMs: null,
        });
        const stranger = customer();
        await records.objects.save(stranger);
        expect(await records.objects.find('customer', stranger.body.id)).toBeUndefined();
      });

      test('are found by what they are of, newest first, and by what stands beside their body', async () => {
        const of = id('cus');
        const subscription = (): Kept<'subscription'> => ({
          body: { id: id('sub'), object: 'subscription', created: 1, customer: of } as Subscription,
          extra: {} as Kept<'subscription'>['extra'],
          dueMs: null,
        });
        const subscriptions = [subscription(), subscription(), subscription()];
        for (const one of subscriptions) await records.objects.add(one);
        const ids = subscriptions.map(({ body }) => body.id);
        const found = await records.objects.having('subscription', 'customer', of, 2);
        expect(found.map(({ body }) => body.id)).toEqual([ids[2], ids[1]]);
        expect(await records.objects.having('invoice', 'customer', of, 2)).toEqual([]);

        const secret = id('secret');
        const portal = {
          body: { id: id('bps'), object: 'billing_portal.session', created: 1 },
          extra: { secret },
          dueMs: null,
        } as Kept<'billing_portal.session'>;
        await records.objects.add(portal);
        expect(await records.objects.besides('billing_portal.session', 'secret', secret)).toEqual(portal);
        expect(await records.objects.besides('invoice', 'intent', secret)).toBeUndefined();
      });

      test('are listed by their fields and their age, from either side of a place', async () => {
        const metadata = { run: id('run') };
        const made = [];
        for (const created of [10, 20, 30, 40]) {
          made.push(await add(customer({ created, metadata, email: created === 20 ? null : 'x@example.com' })));
        }
        const [a, b, c, d] = made.map(({ body }) => body.id);
        const fields = { 'metadata.run': metadata.run };
        const list = async (query: object) =>
          (await records.objects.list('customer', { ...all, fields, ...query })).map((body) => body.id);
        expect(await list({})).toEqual([d, c, b, a]);
        expect(await list({ limit: 2 })).toEqual([d, c]);
        expect(await list({ created: { gte: 20, lt: 40 } })).toEqual([c, b]);
        expect(await list({ created: { gt: 20, lte: 30 } })).toEqual([c]);
        // As in SQL, what says nothing is not other than something.
        expect(await list({ except: { email: 'y@example.com' } })).toEqual([d, c, a]);
        const seq = await records.objects.seqOf(b ?? '');
        expect(await list({ beyond: { seq, newer: true } })).toEqual([c, d]);
        expect(await list({ beyond: { seq, newer: false } })).toEqual([a]);
        expect(await records.objects.seqOf('cus_nobody')).toBeUndefined();
      });

      test('come due, what has waited longest first', async () => {
        const early = await add(customer({}, -2_000));
        const late = await add(customer({}, -1_000));
        const earliest = await add(customer({}, -3_000));
        const due = await records.objects.due(-1_000, 2);
        expect(due).toEqual([earliest, early].map(({ body }) => ({ id: body.id, object: 'customer' })));
        expect(await records.objects.nextDueMs()).toBe(-3_000);
        for (const { body } of [early, earliest]) await records.objects.postpone(body.id, 9_000_000);
        expect(await records.objects.due(-1_000, 5)).toEqual([{ id: late.body.id, object: 'customer' }]);
        await records.objects.postpone(late.body.id, 9_000_000);
      });
    });

    describe('events', () => {
      test('are stored with their deliveries, and say whether one waits', async () => {
        const told = event('invoice.paid');
        await records.events.add(told, { hold: true, times: 2, dueMs: 7 });
        expect(await records.events.find(told.id)).toEqual({ body: JSON.stringify(told), pending: 1 });
        expect(await records.events.find('evt_none')).toBeUndefined();
        const waiting = (await records.deliveries.waiting(1_000)).filter((one) => one.event === told.id);
        expect(waiting).toMatchObject([{ type: told.type }, { type: told.type }]);
        expect(await records.deliveries.drop([told.id], null)).toEqual(waiting);
        expect(await records.deliveries.drop([told.id], null)).toEqual([]);
        expect((await records.events.find(told.id))?.pending).toBe(0);
      });

      test('are listed by their types, where a star is anything and a point a point', async () => {
        const created = 1_000_000 + Math.floor(Math.random() * 1_000_000);
        const told = ['invoice.paid', 'charge.refunded', 'invoice.created'].map((type) =>
          event(type as StripeEvent['type'], created),
        );
        for (const one of told) await records.events.add(one, now);
        const list = async (types?: string[]) =>
          (await records.events.list({ types, created: { gte: created, lte: created }, limit: 10 })).map(
            ({ body }) => (JSON.parse(body) as StripeEvent).type,
          );
        expect(await list()).toEqual(['invoice.created', 'charge.refunded', 'invoice.paid']);
        expect(await list(['invoice.*'])).toEqual(['invoice.created', 'invoice.paid']);
        expect(await list(['invoice.paid', 'charge.refunded'])).toEqual(['charge.refunded', 'invoice.paid']);
        expect(await list(['invoice_paid', 'i.*'])).toEqual([]);
        expect(await records.events.seqOf(told[0]?.id ?? '')).toEqual(expect.any(BigInt));
      });
    });

    describe('deliveries', () => {
      test('are due in the order of their time, and are over once they are delivered', async () => {
        await records.deliveries.drop(null, null);
        const [first, second] = [event('invoice.paid'), event('charge.refunded')];
        await records.events.add(second, { ...now, dueMs: 20 });
        await records.events.add(first, { ...now, dueMs: 10 });
        const due = await records.deliveries.due(20, 10);
        expect(due.map((one) => one.event)).toEqual([first.id, second.id]);
        expect(due[0]).toEqual({
          id: expect.any(String) as string,
          event: first.id,
          type: first.type,
          body: JSON.stringify(first),
          created: 100,
          attempts: 0,
        });
        expect(await records.deliveries.nextDueMs()).toBe(10);
        const [one = '', other = ''] = due.map(({ id: name }) => name);
        await records.deliveries.note(one, { state: 'delivered', dueMs: 10, attempts: 1, status: 200 });
        await records.deliveries.note(other, { state: 'pending', dueMs: 500, attempts: 1, status: null });
        expect(await records.deliveries.due(20, 10)).toEqual([]);
        expect(await records.deliveries.nextDueMs()).toBe(500);
        expect(await records.deliveries.open([other, one])).toMatchObject([{ id: other, attempts: 1 }]);
        expect(await records.deliveries.newest(2)).toEqual([
          { id: other, event: second.id, type: second.type, state: 'pending', attempts: 1, lastStatus: null },
          { id: one, event: first.id, type: first.type, state: 'delivered', attempts: 1, lastStatus: 200 },
        ]);
        await records.deliveries.drop(null, [second.type]);
        expect(await records.deliveries.nextDueMs()).toBeNull();
      });

      test('of an event can be had once more, held', async () => {
        const told = [event('invoice.paid'), event('charge.refunded')];
        for (const one of told) await records.events.add(one, { ...now, times: 0 });
        const copies = await records.deliveries.copy({ event: told[0]?.id ?? '' }, 2);
        expect((await records.deliveries.open(copies)).map((one) => one.event)).toEqual([told[0]?.id, told[0]?.id]);
        const newest = await records.deliveries.copy({ newest: 2 }, 1);
        expect((await records.deliveries.open(newest)).map((one) => one.event)).toEqual(told.map((one) => one.id));
        expect(await records.deliveries.copy({ event: 'evt_none' }, 2)).toEqual([]);
        expect(await records.deliveries.due(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
      });
    });

    test('replies are kept under their key, once', async () => {
      const key = id('key');
      const reply = { fingerprint: Buffer.from([1, 2, 3]), status: 402, body: '{}' };
      expect(await records.replies.find(key)).toBeUndefined();
      await records.replies.add(key, reply, 1);
      expect(await records.replies.find(key)).toEqual(reply);
      await expect(records.replies.add(key, reply, 1)).rejects.toThrow(/already|duplicate/);
    });

    test('settings are none, and then the last that were saved', async () => {
      expect(await records.settings()).toBeUndefined();
      await records.saveSettings({ hold: true, times: 3 });
      await records.saveSettings(PLAIN_SETTINGS);
      expect(await records.settings()).toEqual(PLAIN_SETTINGS);
    });

    test('what is old is forgotten, an event with its deliveries', async () => {
      const [old, young] = [event('invoice.paid', 1), event('invoice.paid', 2_000_000_000)];
      for (const one of [old, young]) await records.events.add(one, now);
      const keys = [id('key'), id('key')];
      const reply = { fingerprint: Buffer.from([1]), status: 200, body: '{}' };
      for (const [n, key] of keys.entries()) await records.replies.add(key, reply, n === 0 ? 9 : 10);
      await records.forget({ repliesMs: 10, eventsS: 2 });
      expect(await records.events.find(old.id)).toBeUndefined();
      expect(await records.events.find(young.id)).toBeDefined();
      expect((await records.deliveries.waiting(1_000)).filter((one) => one.event === old.id)).toEqual([]);
      expect(await records.replies.find(keys[0] ?? '')).toBeUndefined();
      expect(await records.replies.find(keys[1] ?? '')).toMatchObject(reply);
    });

    describe('a transaction', () => {
      test('is kept whole', async () => {
        const kept = customer();
        const told = event('invoice.paid');
        await archive.write(async (within) => {
          await within.objects.add(kept);
          await within.events.add(told, now);
          await within.objects.save({ ...kept, body: { ...kept.body, email: 'within@example.com' } });
          expect((await within.objects.find('customer', kept.body.id))?.body.email).toBe('within@example.com');
        });
        expect((await records.objects.find('customer', kept.body.id))?.body.email).toBe('within@example.com');
        expect(await records.events.find(told.id)).toBeDefined();
      });

      test('that fails leaves nothing', async () => {
        const before = await add(customer({ email: 'before@example.com' }));
        const [kept, told, key] = [customer(), event('invoice.paid'), id('key')];
        const failed = archive.write(async (within) => {
          await within.objects.add(kept);
          await within.objects.save({ ...before, body: { ...before.body, email: 'after@example.com' } });
          await within.events.add(told, now);
          await within.replies.add(key, { fingerprint: Buffer.from([1]), status: 200, body: '{}' }, 1);
          throw new Error('enough');
        });
        await expect(failed).rejects.toThrow('enough');
        expect(await records.objects.find('customer', kept.body.id)).toBeUndefined();
        expect(await records.objects.find('customer', before.body.id)).toEqual(before);
        expect(await records.events.find(told.id)).toBeUndefined();
        expect(await records.replies.find(key)).toBeUndefined();
      });

      test('is seen by nobody before it is kept', async () => {
        const kept = customer();
        const told = event('invoice.paid');
        await archive.write(async (within) => {
          await within.objects.add(kept);
          await within.events.add(told, { hold: true, times: 1, dueMs: 0 });
          expect(await records.objects.find('customer', kept.body.id)).toBeUndefined();
          expect((await records.deliveries.waiting(1_000)).filter((one) => one.event === told.id)).toEqual([]);
        });
        expect(await records.objects.find('customer', kept.body.id)).toEqual(kept);
      });

      test('decides from what the one before has left', async () => {
        const counted = await add(customer({ metadata: { count: '0' } }));
        const count = () =>
          archive.write(async (within) => {
            const found = await within.objects.find('customer', counted.body.id);
            const value = String(Number(found?.body.metadata['count']) + 1);
            await within.objects.save({ ...counted, body: { ...counted.body, metadata: { count: value } } });
          });
        await Promise.all(Array.from({ length: 8 }, count));
        const found = await records.objects.find('customer', counted.body.id);
        expect(found?.body.metadata).toEqual({ count: '8' });
      });

      test('that only looks does not see what moves meanwhile', async () => {
        const kept = await add(customer({ email: 'before@example.com' }));
        let writing: Promise<void> | undefined;
        const seen = await archive.view(async (within) => {
          const first = await within.objects.find('customer', kept.body.id);
          writing = archive.write((other) =>
            other.objects.save({ ...kept, body: { ...kept.body, email: 'after@example.com' } }),
          );
          // Whether it waits for this view or is done at once is its own affair.
          await Promise.race([writing, records.settings()]);
          return [first, await within.objects.find('customer', kept.body.id)];
        });
        await writing;
        expect(seen.map((one) => one?.body.email)).toEqual(['before@example.com', 'before@example.com']);
        expect((await records.objects.find('customer', kept.body.id))?.body.email).toBe('after@example.com');
      });
    });
  });
}
