// spec: faults F36
import { messagesHttp } from '@easel/contracts/messages/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { CardService } from './harness/card-service.ts';
import { expectOk, People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { Shop } from './harness/shop.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;
let shop: Shop;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
  shop = new Shop(people, new CardService(product));
});
afterAll(() => product?.remove());

interface Checkpoint {
  name: string;
  position: string;
}

const checkpoints = (): Promise<Checkpoint[]> =>
  Records.of(product, (records) =>
    records.rows<Checkpoint>('select name, position::text from vault.checkpoints order by name'),
  );

/** All that a process could do twice: its facts, its mails, and what it has to do yet. */
const done = (): Promise<{ facts: Record<string, number>; mails: object[]; timers: object[] }> =>
  Records.of(product, async (records) => {
    const streams = await records.streams();
    return {
      facts: Object.fromEntries([...streams].map(([stream, events]) => [stream, events.length] as const)),
      mails: await records.rows('select recipient, subject, body_text from vault.local_mail order by number'),
      timers: await records.rows('select process, key, due_at from vault.timers order by process, key'),
    };
  });

/** Every process that follows the log has come as far as it had then, and every mail has left. */
const caughtUp = (then: readonly Checkpoint[]): Promise<unknown> =>
  until(async () => {
    const now = new Map((await checkpoints()).map(({ name, position }) => [name, BigInt(position)]));
    const waiting = await Records.of(product, (records) => records.rows('select from vault.mails'));
    return waiting.length === 0 && then.every(({ name, position }) => (now.get(name) ?? -1n) >= BigInt(position));
  });

async function askAndReply(email: string): Promise<void> {
  const body = { message_type: 'contact', sender_email: email, message_content: 'May I sell what I make here?' };
  const submitted = await people.http.call('POST', messagesHttp.submit.path, { body });
  const { id } = messagesHttp.submit.reply.parse(submitted.body);
  const path = messagesHttp.reply.path.replace(':id', id);
  const reply = { version: 0, text: 'You may.' };
  expectOk(await people.http.call('POST', path, { token: await people.operator(), body: reply }));
}

test('36: processes that go back to an older checkpoint apply nothing twice, and send no mail twice', async () => {
  const before = await checkpoints();
  expect(before.length).toBeGreaterThan(5);

  const [seller, buyer] = [await people.register(), await people.register()];
  const invited = await people.register({ invitedBy: seller });
  await people.verify(invited);
  await people.generate(invited);
  await shop.until(seller, ({ credits }) => credits === 75);
  const [picture, another] = await shop.publish(seller, 1);
  await shop.topUp(buyer, 10);
  await shop.subscribe(buyer, 'studio');
  expectOk(await shop.buy(buyer, picture!));
  expectOk(await shop.buy(buyer, another!, { method: 'dollars' }));
  const cancelled = await people.order(buyer, { async: true });
  if (cancelled.kind === 'accepted') await people.cancel(buyer, cancelled.generationId);
  await askAndReply(invited.email);
  await audit(product, people);
  await until(async () => (await done()).mails.some((mail) => JSON.stringify(mail).includes('You may.')));

  // One goes on from the newer one while it is put back; the next start begins from the older.
  const after = await checkpoints();
  expect(after).not.toEqual(before);
  await caughtUp(after);
  const first = await done();
  await Records.of(product, async (records) => {
    for (const { name, position } of before) {
      await records.rows('update vault.checkpoints set position = $2 where name = $1', [name, position]);
    }
  });
  // At once, so that nobody writes down on leaving how far it had come.
  await product.killEverything();
  await product.start();
  await caughtUp(after);
  await audit(product, people);
  expect(await done()).toEqual(first);
  await expectReplayAgrees(product);
});
