import { accountHttp } from '@easel/contracts/account/http';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { paymentsHttp } from '@easel/contracts/payments/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { expect } from '@playwright/test';
import { adminToken } from './operators.ts';
import { register, type Registered } from './people.ts';
import { generate } from './pictures.ts';
import { payAt } from './settled-people.ts';
import { callAs } from './wire.ts';

/** As whom the curator of a product that was used for a while is shown. */
export const CURATED_AS = 'a-curator-of-lights';

const PICTURES = ['A lighthouse at dusk', 'A lantern in fog', 'A harbour at night'];

export interface Painter extends Registered {
  pictures: Generation[];
}

/** Somebody who is shown under a name, with so many public pictures. */
export async function shownPainter(address: string, name: string, prompts: readonly string[]): Promise<Painter> {
  const member = await register(address);
  const call = callAs(address, member.token);
  await call(membersHttp.updatePublicProfile, { body: { name, shown: true } });
  const pictures: Generation[] = [];
  for (const prompt of prompts) {
    const made = await generate(address, member.token, { prompt });
    await call(generationHttp.makePublic, { params: { id: made.id }, body: { isPublic: true } });
    pictures.push(made);
  }
  return { ...member, pictures };
}

async function setCurator(address: string, { id }: Registered, curator: boolean): Promise<void> {
  const body = { curator, reason: 'a story' };
  await callAs(address, await adminToken(address))(curatorsHttp.appoint, { params: { id }, body });
}

/** Somebody who fills a wallet and buys this picture at 1K. */
export async function buyerOf(address: string, { id }: Generation): Promise<void> {
  const { token } = await register(address);
  const call = callAs(address, token);
  await payAt((await call(paymentsHttp.topUp, { body: { amount: 10 } })).url);
  const wallet = async () => (await call(accountHttp.balance, {})).balance;
  await expect.poll(wallet, { message: 'the wallet' }).toBe(10);
  await call(purchasesHttp.purchase, { body: { imageId: id, size: '1K', paymentMethod: 'dollars' } });
}

/** A curator with a section and a sale. */
export async function settledCurator(address: string): Promise<Registered> {
  const curator = await shownPainter(address, CURATED_AS, PICTURES);
  await setCurator(address, curator, true);
  const call = callAs(address, curator.token);
  const [first] = curator.pictures;
  const banner = first && { generation_id: first.id, variant_id: first.variants[0]?.id ?? '' };
  const text = 'Lamps, lanterns and lighthouses: what keeps people awake at night, and what brings them home.';
  await call(curatorsHttp.describeSection, { body: { name: 'Lights', text, banner: banner ?? null } });
  const generationIds = curator.pictures.map(({ id }) => id);
  const arrange = (title: string, ids: string[]) =>
    call(curatorsHttp.arrangeSeries, {
      params: { id: crypto.randomUUID() },
      body: { title, generationIds: ids },
    });
  await arrange('By the sea', generationIds);
  await arrange('Everything that is lit only for a little while', generationIds.slice(1));
  await call(curatorsHttp.setPrices, { body: { prices: { '1K': 2, '4K': 12.5 } } });
  if (first) await buyerOf(address, first);
  const sales = async () => (await call(curatorsHttp.figures, {})).months.at(-1)?.share;
  await expect.poll(sales, { message: 'the share of the sale' }).toBe(0.97);
  return curator;
}
