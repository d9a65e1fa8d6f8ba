import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { accountHttp } from '@easel/contracts/account/http';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { favoritesHttp } from '@easel/contracts/favorites/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { imagePath } from '@easel/contracts/gallery/policy';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { membersHttp } from '@easel/contracts/members/http';
import { paymentsHttp } from '@easel/contracts/payments/http';
import { peopleHttp } from '@easel/contracts/people/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { sharesHttp } from '@easel/contracts/shares/http';
import { shareEndsAt } from '@easel/contracts/shares/policy';
import { subscriptionsHttp } from '@easel/contracts/subscriptions/http';
import { uploadsHttp } from '@easel/contracts/uploads/http';
import { expect } from '@playwright/test';
import { register, type Registered } from './people.ts';
import { generate } from './pictures.ts';
import { CARD } from './shop.ts';
import { callAs } from './wire.ts';

/** An image may take this long on a machine that does other things as well. */
const IMAGE_WITHIN_MS = 90_000;

/** A member, and the only one of the images that is public: also saved, and with a variant. */
export interface Gallery extends Registered {
  picture: Generation;
}

/** All that the credits everyone starts with can buy: private and public, one and several, saved and in the trash. */
export async function memberWithGallery(address: string): Promise<Gallery> {
  const member = await register(address);
  const mark = randomBytes(3).toString('hex');
  const made = (order: object) => generate(address, member.token, order);
  const call = callAs(address, member.token);

  await made({ prompt: `A red fox asleep in snow ${mark}`, aspect_ratio: '16:9', count: 4 });
  await made({ prompt: `A red fox asleep in snow ${mark}, at night`, aspect_ratio: '16:9' });
  await made({ prompt: `A quiet harbour ${mark}`, model: 'zen', aspect_ratio: '16:9', seed: 77 });
  const picture = await made({ prompt: `A red desert ${mark}`, style: 'cinematic' });
  const params = { id: picture.id };
  await call(generationHttp.save, { params });
  await call(generationHttp.makePublic, { params, body: { isPublic: true } });
  await call(generationHttp.createVariant, { params, body: { resolution: '1k', agreed: true } });
  const images = async () => (await call(generationHttp.one, { params })).generation.variants.length;
  await expect.poll(images, { message: 'the variant', timeout: IMAGE_WITHIN_MS }).toBe(2);
  const spare = await made({ prompt: `A grey cube ${mark}` });
  await call(generationHttp.remove, { params: { id: spare.id } });
  await uploaded(address, member.token, picture);
  return { ...member, picture };
}

/** Has a member bring one of their pictures along, as a file and once more without a name. */
async function uploaded(address: string, token: string, { variants: [variant] }: Generation): Promise<void> {
  const path = imagePath(variant?.id ?? '', { isPublic: false });
  const reply = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(reply.status, 200);
  const file = await reply.blob();
  for (const name of ['a-red-desert-at-noon.webp', '']) {
    await callAs(address, token)(uploadsHttp.send, { query: { name }, body: file });
  }
}

/** As whom the member with the gallery is shown. */
export const SHOWN_AS = 'a-painter-of-foxes';

/**
 * Shows the gallery's member under a name, with the picture as their avatar, and somebody's remix of that picture: both
 * are there for everyone.
 */
export async function seenBy(address: string, { token, picture }: Gallery): Promise<void> {
  const body = { name: SHOWN_AS, shown: true, sharesSettings: true };
  const call = callAs(address, token);
  await call(membersHttp.updatePublicProfile, { body });
  const avatar = { generation_id: picture.id, variant_id: picture.variants[0]?.id ?? '' };
  await call(peopleHttp.chooseAvatar, { body: { avatar } });
  const remixer = await register(address);
  const prompt = picture.original_prompt.replace('red', 'blue');
  const { id } = await generate(address, remixer.token, { prompt, remix_of: picture.id });
  await callAs(address, remixer.token)(generationHttp.makePublic, { params: { id }, body: { isPublic: true } });
}

/**
 * Has the gallery's member collections, of which one has pictures, and links to it: one that works, one that is
 * revoked.
 */
export async function collectedBy(address: string, { token }: Gallery): Promise<void> {
  const call = callAs(address, token);
  const { items } = await call(galleryHttp.own, { query: {} });
  await call(collectionsHttp.make, { body: { name: 'For later' } });
  const { id } = await call(collectionsHttp.make, { body: { name: 'Foxes, harbours and other quiet places' } });
  await call(collectionsHttp.collect, { params: { id }, body: { generationIds: items.map((one) => one.id) } });
  const body = { kind: 'collection', id, expiresAt: shareEndsAt(new Date(), 7).toISOString() } as const;
  const { share } = await call(sharesHttp.make, { body });
  await call(sharesHttp.revoke, { params: { id: share.id } });
  await call(sharesHttp.make, { body });
}

/** Has this member follow the gallery's. */
export async function followedBy(address: string, { token }: Registered, { id }: Gallery): Promise<void> {
  await callAs(address, token)(peopleHttp.follow, { params: { id }, body: { isFollowed: true } });
}

/** Somebody with a plan and a wallet, who has bought that picture and has it among their favorites. */
export async function patronOf(address: string, { id }: Generation): Promise<Registered> {
  const patron = await register(address);
  const call = callAs(address, patron.token);

  const plan = { tier: 'starter', period: 'monthly' } as const;
  const refusal: unknown = await call(subscriptionsHttp.upgrade, { body: plan }).catch((error: unknown) => error);
  assert.ok(refusal instanceof ApiError);
  assert.equal(refusal.status, 402);
  await payAt((refusal.body as { url: string }).url);
  const tier = async () => (await call(subscriptionsHttp.plan, {})).plan.tier;
  await expect.poll(tier, { message: 'the plan' }).toBe('starter');

  await payAt((await call(paymentsHttp.topUp, { body: { amount: 20 } })).url);
  const wallet = async () => (await call(accountHttp.balance, {})).balance;
  await expect.poll(wallet, { message: 'the wallet' }).toBe(20);

  await call(purchasesHttp.purchase, { body: { imageId: id, size: '1K', paymentMethod: 'dollars' } });
  await expect.poll(wallet, { message: 'the wallet after the purchase' }).toBe(19.25);
  await call(favoritesHttp.toggle, { params: { generationId: id } });
  return patron;
}

/** As the form of the card service's page does. */
export async function payAt(url: string): Promise<void> {
  const form = new URL(url);
  const reply = await fetch(form, {
    method: 'POST',
    body: new URLSearchParams({ card: CARD.pays }),
    redirect: 'manual',
  });
  assert.ok(reply.status >= 300 && reply.status < 400, `${form.pathname}: ${reply.status} ${await reply.text()}`);
}
