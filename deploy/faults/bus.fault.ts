// spec: faults F10, F11
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../local/free-port.ts';
import { findNatsServer } from '../local/nats.ts';
import { audit } from './harness/audit.ts';
import { Nats, natsProgram } from './harness/nats.ts';
import { People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';

describe.runIf(natsProgram !== '')('with NATS for a bus', () => {
  let nats: Nats;
  let product: Product;
  let people: People;

  beforeAll(async () => {
    nats = new Nats(await freePort());
    await nats.start();
    product = await startProduct({ env: { NATS_URL: `nats://127.0.0.1:${nats.port}` } });
    people = new People(product);
  });
  afterEach(() => product.ready());
  afterAll(async () => {
    await product?.remove();
    await nats?.kill();
    rmSync(nats.store, { recursive: true, force: true });
  });

  const ask = async (pictures: number) => {
    const member = await people.register();
    const orders = await Promise.all(Array.from({ length: pictures }, () => people.order(member, { async: true })));
    expect(orders.map(({ kind }) => kind)).toEqual(orders.map(() => 'accepted'));
    return { member, orders };
  };

  test('10: NATS is down: commands are taken, the page polls, and all is drawn when it is back', async () => {
    await nats.kill();
    const { member, orders } = await ask(5);
    const [order] = orders;
    const id = order?.kind === 'accepted' ? order.generationId : '';
    await people.http.eventually(
      `/api/generation/${id}`,
      { token: member.token },
      ({ status }) => status === 200 || undefined,
    );
    await nats.start();
    expect(await audit(product, people)).toMatchObject({ failed: 0, released: 0 });
    expect(product.deaths).toBe(0);
  });

  test('10: NATS is frozen: commands are taken, and all is drawn when it goes on', async () => {
    nats.freeze('SIGSTOP');
    await ask(5);
    nats.freeze('SIGCONT');
    expect(await audit(product, people)).toMatchObject({ failed: 0, released: 0 });
    expect(product.deaths).toBe(0);
  });

  test('11: NATS dies and its store is deleted in the midst of it: nothing is lost, since it never was the record', async () => {
    await ask(8);
    await nats.kill();
    for (const name of readdirSync(nats.store)) rmSync(join(nats.store, name), { recursive: true });
    await ask(2);
    await nats.start();
    expect(await audit(product, people)).toMatchObject({ failed: 0, released: 0 });
    expect(product.deaths).toBe(0);
  });
});

test('without NATS PostgreSQL carries the hints, and loses them in its own death without harm', async () => {
  const product = await startProduct({ env: { NATS_URL: '', PATH: withoutNats() } });
  try {
    const people = new People(product);
    expect(product.endpoints().natsUrl).toBeUndefined();
    const member = await people.register();
    const orders = Array.from({ length: 6 }, () => people.generate(member, { async: true }));
    await product.killEverything();
    await product.start({ env: { NATS_URL: '', PATH: withoutNats() } });
    const outcomes = await Promise.all(orders);
    expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'completed'));
    await audit(product, people);
  } finally {
    await product.remove();
  }
});

/** The PATH without the folders that have a nats-server. */
const withoutNats = (): string =>
  (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => findNatsServer({ PATH: folder }) === undefined)
    .join(':');
