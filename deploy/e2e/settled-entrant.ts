import { utcMonth } from '@easel/contracts/account/policy';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import type { Generation } from '@easel/contracts/generation/http';
import { ordersHttp } from '@easel/contracts/orders/http';
import { centred } from '@easel/contracts/products/placement';
import { expect } from '@playwright/test';
import { adminToken } from './operators.ts';
import { register, type Registered } from './people.ts';
import { generate } from './pictures.ts';
import { callAs } from './wire.ts';

const PROMPTS = ['A lighthouse at dusk', 'A heron in the reeds, ink on rice paper, with the tide far out'];

/** Somebody with two entries in the open challenge of posters, one of them sold, and a picture too small. */
export async function settledEntrant(address: string): Promise<Registered> {
  const id = await openPosters(address);
  const entrant = await register(address);
  const call = callAs(address, entrant.token);
  const entered: Generation[] = [];
  for (const prompt of PROMPTS) {
    const made = await generate(address, entrant.token, { prompt, resolution: '4k', aspect_ratio: '4:3' });
    const body = { generationId: made.id, variantId: made.variants[0]?.id ?? '' };
    await call(competitionsHttp.enter, { params: { id }, body });
    entered.push(made);
  }
  await generate(address, entrant.token, { prompt: 'A long shore', aspect_ratio: '16:9' });
  const [first] = entered;
  if (first) await orderOnMug(address, first);
  const sold = async () => (await call(competitionsHttp.leaderboard, { params: { id } })).proceeds;
  await expect.poll(sold, { message: 'the proceeds of the order' }).toBeGreaterThan(0);
  return entrant;
}

/** The id of this month's challenge, which an earlier story may have prepared. */
async function openPosters(address: string): Promise<string> {
  const call = callAs(address, await adminToken(address));
  const { open } = await call(competitionsHttp.challenge, { params: { kind: 'poster' } });
  if (open) return open.id;
  const words = { theme: 'Tides and what they leave', description: 'Whatever the sea leaves behind.' };
  const body = { kind: 'poster', month: utcMonth(new Date()), ...words } as const;
  return (await call(competitionsConsoleHttp.prepare, { body })).id;
}

/** Somebody else orders it and pays. */
async function orderOnMug(address: string, { id: generationId, variants }: Generation): Promise<void> {
  const { token, email } = await register(address);
  const call = callAs(address, token);
  const mug = { kind: 'product', id: 'mug', generationId, productId: 'mug', quantity: 1 } as const;
  const body = {
    id: `ORD-${Date.now()}`,
    customerName: 'Mira Okafor',
    customerEmail: email,
    items: [{ ...mug, variantId: variants[0]?.id ?? '', placement: centred }],
    shipping_address: { street: '5 Dame Street', city: 'Dublin', zipCode: 'D02 AF30', country: 'Ireland' },
    delivery_method: 'standard' as const,
    test_mode: false,
  };
  const { order } = await call(ordersHttp.place, { body });
  await call(ordersHttp.pay, { params: { id: order.id }, body: { paymentMethod: 'pm_card_visa' } });
}
