import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { createPool } from './database.ts';
import { Listener } from './listener.ts';
import { createTestDatabase } from '../testing/database.ts';
import { NetworkSwitch } from '../testing/network-switch.ts';

const logger = pino({ enabled: false });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let door: NetworkSwitch;
let listener: Listener;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 2, name: 'listener-test' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  const through = await NetworkSwitch.beforeUrl(database.url);
  door = through.door;
  listener = new Listener(through.url, { name: 'listener', logger });
});
afterEach(async () => {
  await listener.close();
  await door.shut();
});

const notify = (channel: string, payload: string) => pool.query('SELECT pg_notify($1, $2)', [channel, payload]);

/** Everything one subscriber was told, to be awaited item by item. */
class Ear extends EventEmitter {
  readonly heard: string[] = [];
  readonly onNotify = (payload: string): void => this.add(payload);
  readonly onGap = (): void => this.add('gap');

  private add(item: string): void {
    this.heard.push(item);
    this.emit('heard');
  }

  async has(count: number): Promise<readonly string[]> {
    while (this.heard.length < count) await once(this, 'heard');
    return this.heard;
  }
}

it('notifies every subscriber of the channel, though one of them throws', async () => {
  const [one, other] = [new Ear(), new Ear()];
  await listener.listen('News "today"', {
    onNotify: () => {
      throw new Error('a faulty subscriber');
    },
  });
  await listener.listen('News "today"', one);
  await listener.listen('elsewhere', other);
  await notify('News "today"', 'grüezi');
  await notify('elsewhere', 'there');
  expect([await one.has(1), await other.has(1)]).toEqual([['grüezi'], ['there']]);
});

it('stops for one subscriber, then for the channel, and can begin again', async () => {
  const [one, other, later, witness] = [new Ear(), new Ear(), new Ear(), new Ear()];
  await listener.listen('witness', witness);
  const stopOne = await listener.listen('news', one);
  const stopOther = await listener.listen('news', other);
  await stopOne();
  await stopOne();
  await notify('news', '1');
  await other.has(1);
  await stopOther();
  await notify('news', '2');
  await notify('witness', 'after 2');
  await witness.has(1);
  await listener.listen('news', later);
  await notify('news', '3');
  await later.has(1);
  expect([one.heard, other.heard, later.heard]).toEqual([[], ['1'], ['3']]);
});

it('comes back after a loss, listens again and tells of the gap', async () => {
  const ear = new Ear();
  await listener.listen('news', ear);
  await notify('news', 'before');
  await ear.has(1);
  await door.shut();
  await notify('news', 'missed');
  await door.open();
  await ear.has(2);
  await notify('news', 'after');
  expect(await ear.has(3)).toEqual(['before', 'gap', 'after']);
});

it('starts while the server is away', async () => {
  await door.shut();
  const ear = new Ear();
  await listener.listen('news', ear);
  expect(listener.notify('news', 'lost')).toBe(false);
  await door.open();
  await ear.has(1);
  expect(listener.notify('news', 'sent')).toBe(true);
  expect(await ear.has(2)).toEqual(['gap', 'sent']);
});

it('sends without waiting, and drops what exceeds its bound', async () => {
  const ear = new Ear();
  await listener.listen('news', ear);
  const sent = Array.from({ length: 3_000 }, (_, n) => listener.notify('news', String(n))).filter(Boolean).length;
  expect(sent).toBe(1_000);
  await ear.has(sent);
  expect(ear.heard).toEqual(Array.from({ length: sent }, (_, n) => String(n)));
});

it('refuses a channel whose name PostgreSQL would cut short', async () => {
  await expect(listener.listen('ü'.repeat(32), new Ear())).rejects.toThrow(RangeError);
});
