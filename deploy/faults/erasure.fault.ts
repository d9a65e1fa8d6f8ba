import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { ERASED } from '@easel/contracts/kernel/event';
import { chatHttp } from '@easel/contracts/chat/http';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { presetsHttp } from '@easel/contracts/members/presets.http';
import { messagesHttp } from '@easel/contracts/messages/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { sharesHttp } from '@easel/contracts/shares/http';
import { shareEndsAt } from '@easel/contracts/shares/policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CardService } from './harness/card-service.ts';
import { askedLongAgo, isForgotten } from './harness/erasures.ts';
import { expectOk, People } from './harness/people.ts';
import { isPng } from './harness/png.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees, verifyBooks } from './harness/programs.ts';
import { ProvidersBeside } from './harness/providers-beside.ts';
import { Records } from './harness/records.ts';
import { Shop } from './harness/shop.ts';
import { tracesOf } from './harness/traces.ts';
import { until } from './harness/until.ts';

/** Rewrites each prompt. */
let providers: ProvidersBeside;
let product: Product;
let people: People;
let shop: Shop;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  providers = await ProvidersBeside.start();
  product = await startProduct({ env: providers.env });
  people = new People(product);
  shop = new Shop(people, new CardService(product));
});
afterAll(async () => {
  await product?.remove();
  await providers?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody who leaves words wherever words can be left, and whose picture somebody else has bought. */
async function storyOf(word: string) {
  const email = `${word}@erased.example`;
  const member = await people.register({ email });
  const { token } = member;
  const put = async (path: string, body: object) => expectOk(await people.http.call('PUT', path, { token, body }));
  await put(membersHttp.updateProfile.path, {
    email,
    username: `${word}-user`,
    firstName: `First${word}`,
    lastName: `Last${word}`,
  });
  await put(membersHttp.updatePublicProfile.path, { name: `${word}-p`, shown: true, sharesSettings: true });
  const preset = { id: randomUUID(), name: `Preset ${word}`, settings: { prompt: `a ${word} of old` } };
  await people.http.call('PUT', presetsHttp.save.path.replace(':id', preset.id), { token, body: preset });
  const message = await people.http.call('POST', messagesHttp.submit.path, {
    token,
    body: {
      message_type: 'contact',
      sender_name: `First${word}`,
      sender_email: email,
      message_content: `My ${word} is late`,
    },
  });
  expect(message.status).toBe(201);
  await talk(token, word);
  await people.grant(member, 100);
  const order = { provider: 'openai', shape: 'square_1_1' } as const;
  const sold = await people.generate(member, { ...order, prompt: `a red ${word} in the snow` });
  const kept = await people.generate(member, { ...order, prompt: `a blue ${word} in the sea` });
  if (!('generationId' in sold) || sold.generationId === undefined) throw new Error('it was not made');
  if (!('generationId' in kept) || kept.generationId === undefined) throw new Error('it was not made');
  await put(generationHttp.makePublic.path.replace(':id', sold.generationId), { isPublic: true });
  const { variants } = await people.ended(member, sold.generationId);
  const collection = await people.http.call('POST', collectionsHttp.make.path, { token, body: { name: `My ${word}` } });
  const { id } = collectionsHttp.make.reply.parse(expectOk(collection).body);
  const link = { kind: 'collection', id, expiresAt: shareEndsAt(new Date(), 7).toISOString() };
  const made = await people.http.call('POST', sharesHttp.make.path, { token, body: link });
  const { share } = sharesHttp.make.reply.parse(expectOk(made).body);
  const buyer = await people.register();
  await shop.subscribe(buyer, 'starter');
  const bought = await shop.buy(buyer, { generationId: sold.generationId, variantId: variants[0]?.id ?? '' });
  const { downloadUrl } = purchasesHttp.purchase.reply.parse(expectOk(bought).body);
  await people.http.bytes(downloadUrl, { token: buyer.token });
  // A plan of theirs, at a card service that knows their address.
  await shop.subscribe(member, 'starter');
  return {
    member,
    buyer,
    downloadUrl,
    link: new URL(share.url).pathname,
    generations: [sold.generationId, kept.generationId],
  };
}

/** Has them say the word to the assistant, and the assistant say it back. */
async function talk(token: string, word: string): Promise<void> {
  const sessionId = `nova_${Date.now()}_erased`;
  const post = async (path: string, body: object) =>
    expectOk(await people.http.call('POST', path, { token, body: { sessionId, ...body } })).body;
  const about = { userAgent: `Browser ${word}`, category: word, tags: [word] };
  const { conversationId } = chatHttp.start.reply.parse(await post(chatHttp.start.path, about));
  for (const messageType of ['user', 'nova']) {
    const said = { content: `Where is my ${word}?`, timestamp: new Date().toISOString() };
    const metadata = { suggestions: [`Find ${word}`] };
    await post(chatHttp.message.path, { conversationId, messageType, ...said, metadata });
  }
}

/** What a provider made of the prompt of each image, as the log opens it. */
const rewrittenOf = (generationId: string): Promise<(string | undefined)[]> =>
  Records.of(product, async ({ log }) => {
    const facts = await Array.fromAsync(log.read<GenerationFact>(`generation-${generationId}`));
    return facts.flatMap((fact) => (fact.type === 'VariantCreated' ? [fact.data.revisedPrompt] : []));
  });

test.each([
  'erasure.before-erase',
  'erasure.after-erase',
  'erasure.after-key',
  'erasure.after-pictures',
  'erasure.after-uploads',
  'forget-customer.before-delete',
  'forget-customer.after-delete',
])(
  'no word of who is erased is left anywhere, and their buyer has the picture, when the process dies at %s',
  async (point) => {
    const word = `zq${randomUUID().replaceAll(/\W/g, '').slice(0, 12)}`;
    const { member, buyer, downloadUrl, link, generations } = await storyOf(word);
    expect(await tracesOf(product, [word])).not.toEqual([]);
    for (const id of generations) expect(await rewrittenOf(id)).toEqual([expect.stringContaining(word)]);
    await product.killEverything();
    const onceFile = join(folder, point);
    await product.start({ env: providers.env, faultPoint: point, onceFile, restarts: true });
    await askedLongAgo(product, member);
    await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
    await product.ready();
    await isForgotten(product, member, { generations });
    // Read models follow within moments.
    await expect.poll(() => tracesOf(product, [word]), { timeout: 30_000, interval: 500 }).toEqual([]);
    for (const id of generations) expect(await rewrittenOf(id)).toEqual([ERASED]);
    const file = await people.http.bytes(downloadUrl, { token: buyer.token });
    expect([file.status, isPng(file.bytes)]).toEqual([200, true]);
    const shown = await people.http.call('GET', `${galleryHttp.public.path}?limit=100`);
    expect(JSON.stringify(shown.body)).not.toContain(generations[0]);
    const looked = await people.http.call('GET', `/api${link}`);
    expect(looked.status).toBe(404);
    const login = await people.http.call('POST', membersHttp.login.path, {
      body: { email: member.email, password: member.password },
    });
    expect(login.status).toBe(401);
  },
);

test('the books are whole after that, and a replay of the log gives the rows that are there', async () => {
  expect(await verifyBooks(product)).toMatchObject({ code: 0 });
  await expectReplayAgrees(product);
});
