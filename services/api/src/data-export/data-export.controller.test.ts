import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chatHttp } from '@easel/contracts/chat/http';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { dataExportHttp, type DataExport } from '@easel/contracts/data-export/http';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberProblems } from '@easel/contracts/members/problems';
import { memberStream } from '@easel/contracts/members/stream';
import type { OwnOrder } from '@easel/contracts/orders/http';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { parse } from 'csv-parse/sync';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { placeOrder } from '../testing/placed-order.ts';
import { ProductOrder } from '../testing/product-order.ts';
import { startIntake, uploadAs } from '../testing/intake.ts';
import { readZip, type ZippedFile } from '../testing/read-zip.ts';
import { Studio } from '../testing/studio.ts';
import { DataExportWorker } from './data-export.worker.ts';

let server: TestServer;
let studio: Studio;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 100 });
  studio = new Studio(server);
});
afterAll(async () => {
  const worker = server.app.get(DataExportWorker, { strict: false });
  await server.close();
  rmSync(dirname(worker.fileOf('any')), { recursive: true, force: true });
});

/** Of every member whom `registerMember` makes. */
const PASSWORD = 'correct horse';

const call = (method: 'get' | 'post', member: TestMember, password = PASSWORD): Test => {
  const request = supertest(server.http)
    [method](dataExportHttp.own.path)
    .set(...member.bearer);
  return method === 'post' ? request.send({ password }) : request;
};
const ofMember = async (member: TestMember): Promise<DataExport | null> =>
  dataExportHttp.own.reply.parse((await call('get', member).expect(200)).body).dataExport;

async function ready(member: TestMember): Promise<DataExport> {
  await call('post', member).expect(200);
  return vi.waitFor(
    async () => {
      const found = await ofMember(member);
      if (found?.state !== 'ready') throw new Error(`it is ${found?.state}`);
      return found;
    },
    { timeout: 10_000 },
  );
}

/** Has a member ask the assistant something. */
async function talk(member: TestMember, content: string): Promise<void> {
  const sessionId = `nova_${Date.now()}_abc`;
  const post = (path: string, body: object): Test =>
    supertest(server.http)
      .post(path)
      .set(...member.bearer)
      .send({ sessionId, ...body })
      .expect(200);
  const { conversationId } = chatHttp.start.reply.parse((await post(chatHttp.start.path, {})).body);
  const timestamp = new Date().toISOString();
  await post(chatHttp.message.path, { conversationId, messageType: 'user', content, timestamp });
}

async function fetched(url: string | null): Promise<ZippedFile[]> {
  const { body } = await supertest(server.http)
    .get(url ?? '')
    .buffer(true)
    .parse((reply, done) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => done(null, Buffer.concat(parts)));
    })
    .expect(200)
    .expect('content-type', 'application/zip')
    .expect('cache-control', 'private, no-store');
  return readZip(body as Buffer);
}

test('an export has the events, the statement, the orders, the profile and the originals, and nobody else’s', async () => {
  const [member, other] = [await studio.member(), await studio.member()];
  const [first, second] = [
    await studio.finished(member, { prompt: 'a heron in the reeds at dawn, mine, one' }),
    await studio.published(member, { prompt: 'a heron in the reeds at dawn, mine, two' }),
  ];
  await studio.finished(other, { prompt: 'a fox, another’s' });
  await supertest(server.http)
    .post('/api/admin/messages')
    .set(...member.bearer)
    .send({ message_type: 'contact', message_content: 'my words to you' })
    .expect(201);
  await talk(member, 'my question to the assistant');
  await talk(other, 'a question of another’s');
  const made = await supertest(server.http)
    .post(collectionsHttp.make.path)
    .set(...member.bearer)
    .send({ name: 'Herons' })
    .expect(200);
  const { id: collection } = collectionsHttp.make.reply.parse(made.body);
  await supertest(server.http)
    .post(collectionsHttp.collect.path.replace(':id', collection))
    .set(...member.bearer)
    .send({ generationIds: [second] })
    .expect(200);
  const [order, another] = [
    await placeOrder(server, member.id, 'declined'),
    await placeOrder(server, other.id, 'declined'),
  ];
  const products = new ProductOrder(member.id);
  const now = new Date();
  const { shirts } = products;
  await products.append(
    server,
    products.placed(now, { reference: 'ORD-1765' }),
    products.paid(now),
    products.movedTo('7 Reed Street', now),
    ...products.printing(now),
    ...products.shipped(now),
  );
  const { downloadUrl, bytes, pictures, expiresAt } = await ready(member);
  expect(pictures?.all).toBe(2);
  expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  const files = await fetched(downloadUrl);
  expect(bytes).toBeGreaterThan(0);
  const textOf = (name: string): string => String(files.find((file) => file.name === name)?.content ?? 'no such file');
  const facts = textOf('facts.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; data: object });
  expect(facts.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'MemberRegistered',
      'CreditsHeld',
      'GenerationRequested',
      'MadePublic',
      'MessageSubmitted',
      'ConversationStarted',
      'ConversationMessageRecorded',
      'CollectionMade',
      'PicturesCollected',
    ]),
  );
  expect(facts.find(({ type }) => type === 'MemberRegistered')?.data).toMatchObject({ email: member.email });
  expect(textOf('facts.ndjson')).toContain('my words to you');
  expect(textOf('facts.ndjson')).toContain('my question to the assistant');
  expect(textOf('facts.ndjson')).not.toContain('another’s');
  const orders = JSON.parse(textOf('orders.json')) as OwnOrder[];
  expect(orders).toMatchObject([
    {
      id: order.orderId,
      reference: 'ORD-1764',
      status: 'pending',
      total: 1.5,
      customer: { name: 'Ada Byron', email: 'ada@example.org', phone: '' },
      items: [{ size: '1K', format: 'png', price: 1.5 }],
      timeline: [{ what: 'placed' }, { what: 'payment-failed', amount: null }],
      delivery: null,
    },
    {
      reference: 'ORD-1765',
      shipping: 5.99,
      total: 53.99,
      items: [
        { kind: 'product', name: 'T-shirt', size: 'M', color: 'white', quantity: 2, placement: shirts.placement },
      ],
      delivery: {
        method: 'standard',
        address: { street: '7 Reed Street', city: 'Otterbourne', country: 'United Kingdom' },
        parcels: [{ carrier: 'DHL', items: [shirts.itemId] }],
      },
    },
  ]);
  expect(textOf('facts.ndjson')).toContain(order.orderId);
  expect(textOf('facts.ndjson') + textOf('orders.json')).not.toContain(another.orderId);
  expect(JSON.parse(textOf('profile.json'))).toMatchObject({ email: member.email, firstName: 'Ada', presets: [] });
  const statement = parse<Record<string, string>>(textOf('statement.csv'), { bom: true, columns: true });
  expect(statement.map(({ What }) => What)).toEqual([
    'Monthly allowance',
    'Adjustment',
    'Image',
    'Image',
    'Prints and delivery',
  ]);
  const originals = files.filter(({ name }) => name.startsWith('pictures/'));
  expect(originals.map(({ content }) => String(content)).sort()).toEqual([first, second].sort());
  expect(new Set(originals.map(({ name }) => name)).size).toBe(2);
});

test('packs what the member uploaded, as it is kept, and what was recorded of it', async () => {
  const member = await registerMember(server);
  const intake = await startIntake(server);
  const { id } = await uploadAs(server, member, 'my fox.png');
  await uploadAs(server, await registerMember(server), 'a fox of another’s.png');
  await intake.stop();
  const files = await fetched((await ready(member)).downloadUrl);
  const uploads = files.filter(({ name }) => name.startsWith('pictures/uploads/'));
  expect(uploads.map(({ name }) => name)).toEqual([expect.stringMatching(new RegExp(`upload-.*${id}`)) as string]);
  expect(String(uploads[0]?.content)).toMatch(/^original of /);
  const facts = String(files.find(({ name }) => name === 'facts.ndjson')?.content);
  expect(facts).toContain('my fox.png');
  expect(facts).not.toContain('another’s');
});

test('is given for the password alone, not for a session', async () => {
  const member = await registerMember(server);
  const { body } = await call('post', member, 'not the password').expect(422);
  expect(body).toMatchObject({ code: memberProblems.passwordWrong.code, errors: [{ path: 'password' }] });
  await supertest(server.http)
    .post(dataExportHttp.request.path)
    .set(...member.bearer)
    .send({})
    .expect(400);
  expect(await ofMember(member)).toBeNull();
  await call('post', member).expect(200);
});

test('one is given in a day, and a repeat of the call is the same', async () => {
  const member = await registerMember(server);
  const key = randomUUID();
  const { body } = await call('post', member).set('idempotency-key', key).expect(200);
  const again = await call('post', member).set('idempotency-key', key).expect(200);
  expect(again.body.dataExport.id).toBe(body.dataExport.id);
  await call('post', member).set('idempotency-key', randomUUID()).expect(409);
});

test('one that could not be packed is tried again when it is asked for, within the day', async () => {
  const member = await registerMember(server);
  const { id } = await ready(member);
  await server.foundation.pool.query(`UPDATE vault.data_exports SET state = 'failed', claim = NULL WHERE id = $1`, [
    id,
  ]);
  expect(await ofMember(member)).toMatchObject({ state: 'failed', downloadUrl: null });
  expect((await ready(member)).id).toBe(id);
});

test('a file is had by its address alone, for as long as that holds and it is there', async () => {
  const member = await registerMember(server);
  const { downloadUrl, id } = await ready(member);
  await supertest(server.http).get(dataExportHttp.own.path).expect(401);
  await supertest(server.http)
    .get(downloadUrl?.slice(0, -1) ?? '')
    .expect(404);
  await supertest(server.http).get(dataExportHttp.file.path.replace(':token', id)).expect(404);
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
  await supertest(server.http)
    .get(downloadUrl ?? '')
    .expect(404);
  now.mockRestore();
  const worker = server.app.get(DataExportWorker, { strict: false });
  await worker.remove(id);
  await supertest(server.http)
    .get(downloadUrl ?? '')
    .expect(404);
});

test('of who is erased no export is left, nor a file that nobody speaks of', async () => {
  const member = await registerMember(server);
  const { id } = await ready(member);
  const worker = server.app.get(DataExportWorker, { strict: false });
  const file = worker.fileOf(id);
  expect(existsSync(file)).toBe(true);
  const stream = memberStream.nameOf(member.id);
  const at = new Date().toISOString();
  const erased: MemberFact = { type: 'MemberErased', data: { memberId: member.id, erasedAt: at } };
  const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() } as const;
  await server.foundation.log.appendAnywhere(stream, newFacts(stream, [erased], context));
  await vi.waitFor(() => expect(existsSync(file)).toBe(false));
  const kept = await ready(await registerMember(server));
  const left = [`${randomUUID()}.zip`, `${randomUUID()}.part`, `${kept.id}.part`];
  for (const name of left) writeFileSync(join(dirname(file), name), 'left by a crash');
  await worker.sweep();
  const names = await readdir(dirname(file));
  expect(names.filter((name) => left.includes(name))).toEqual([]);
  expect(names).toContain(`${kept.id}.zip`);
});
