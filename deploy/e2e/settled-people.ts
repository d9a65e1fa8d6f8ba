import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Generation } from '@easel/contracts/generation/http';
import { expect } from '@playwright/test';
import { register, type Registered } from './people.ts';
import { generate } from './pictures.ts';
import { CARD } from './shop.ts';
import { ask, call } from './wire.ts';

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
  const change = (id: string, what: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
    ask(address, `/api/generation/${id}/${what}`, body, member.token, method);

  await made({ prompt: `A red fox asleep in snow ${mark}`, aspect_ratio: '16:9', count: 4 });
  await made({ prompt: `A red fox asleep in snow ${mark}, at night`, aspect_ratio: '16:9' });
  await made({ prompt: `A quiet harbour ${mark}`, model: 'zen', aspect_ratio: '16:9', seed: 77 });
  const picture = await made({ prompt: `A red desert ${mark}`, style: 'cinematic' });
  await change(picture.id, 'save', {});
  await change(picture.id, 'make-public', { isPublic: true }, 'PUT');
  await ask(address, `/api/generation/create-variant/${picture.id}`, { resolution: '1k' }, member.token);
  const images = async () => {
    const reply = await ask(address, `/api/generation/${picture.id}`, undefined, member.token, 'GET');
    return (reply as { generation: Generation }).generation.variants.length;
  };
  await expect.poll(images, { message: 'the variant', timeout: IMAGE_WITHIN_MS }).toBe(2);
  const spare = await made({ prompt: `A grey cube ${mark}` });
  await ask(address, `/api/generation/${spare.id}`, undefined, member.token, 'DELETE');
  return { ...member, picture };
}

/** Somebody with a plan and a wallet, who has bought that picture and has it among their favorites. */
export async function patronOf(address: string, { id }: Generation): Promise<Registered> {
  const patron = await register(address);
  const { token } = patron;

  const plan = await call(address, '/api/auth/upgrade-subscription', { tier: 'starter', period: 'monthly' }, token);
  assert.equal(plan.status, 402);
  await payAt(((await plan.json()) as { url: string }).url);
  const tier = async () => {
    const reply = await ask(address, '/api/account/plan', undefined, token, 'GET');
    return (reply as { plan: { tier: string } }).plan.tier;
  };
  await expect.poll(tier, { message: 'the plan' }).toBe('starter');

  const topUp = await ask(address, '/api/wallet/stripe/checkout-session', { amount: 20 }, token);
  await payAt((topUp as { url: string }).url);
  const wallet = async () => {
    const reply = await ask(address, '/api/wallet/balance', undefined, token, 'GET');
    return (reply as { balance: number }).balance;
  };
  await expect.poll(wallet, { message: 'the wallet' }).toBe(20);

  await ask(address, '/api/images/purchase', { imageId: id, size: '1K', paymentMethod: 'dollars' }, token);
  await expect.poll(wallet, { message: 'the wallet after the purchase' }).toBe(19.25);
  await ask(address, `/api/favorites/toggle/${id}`, {}, token);
  return patron;
}

/** As the form of the card service's page does. */
async function payAt(url: string): Promise<void> {
  const form = new URL(url);
  const reply = await fetch(form, {
    method: 'POST',
    body: new URLSearchParams({ card: CARD.pays }),
    redirect: 'manual',
  });
  assert.ok(reply.status >= 300 && reply.status < 400, `${form.pathname}: ${reply.status} ${await reply.text()}`);
}
