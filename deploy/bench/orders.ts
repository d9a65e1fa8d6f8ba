import { randomUUID } from 'node:crypto';
import { ordersHttp } from '@easel/contracts/orders/http';
import { centred } from '@easel/contracts/products/placement';
import { GenerationStory } from '@easel/projections/testing/generations';
import { Recorder } from '@easel/projections/testing/recorded';
import type { Foundation } from '@easel/kernel/server/foundation';
import { besideCommandSide, CONCURRENCY, grants, makePeople, row, type People } from './beside-command-side.ts';
import { callJson } from './http-call.ts';
import { ratesOf } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const COMMANDS = size(2_000, 40);
const ROUNDS = size(5, 1);
/** Keys of no card service and no print service: placing an order calls neither. */
const SERVICES = {
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  PRINT_KEY: 'print-key-of-the-bench',
  PRINT_URL: 'http://127.0.0.1:9/v4.0',
};

/**
 * What placing an order of one printed product costs beside another command over HTTP, rounds in turn. Nothing is paid:
 * the card service's time is not ours.
 */
export const benchOrders = (): Promise<BenchRow[]> =>
  besideCommandSide(async ({ foundation, startServer }) => {
    const { url } = await startServer(SERVICES);
    const people = await makePeople(url);
    const pictures = await keepPictures(foundation, people);
    const { agent, members } = people;
    try {
      const rates = await ratesOf(
        {
          command: grants(url, people),
          order: (index) =>
            callJson(url, agent, 'POST', ordersHttp.place.path, {
              body: orderOf(pictures[index % members.length] ?? { generationId: '', variantId: '' }),
              token: members[index % members.length]?.token ?? '',
              headers: { 'idempotency-key': randomUUID() },
            }),
        },
        { rounds: ROUNDS, count: COMMANDS, concurrency: CONCURRENCY },
      );
      const measured = row('POST /api/orders beside a command over HTTP', rates.command, rates.order, 0.6);
      return [{ ...measured, bare: measured.bare.replace('append', 'command') }];
    } finally {
      agent.destroy();
    }
  });

interface Picture {
  generationId: string;
  variantId: string;
}

/** A finished picture for each member, as a worker would have left it. */
async function keepPictures({ log }: Foundation, { members }: People): Promise<Picture[]> {
  const recorder = new Recorder();
  const pictures: Picture[] = [];
  for (const { id } of members) {
    const story = new GenerationStory(recorder, id);
    const variantId = randomUUID();
    const facts = story.whole({}, variantId).map(({ id: event, type, data, metadata }) => ({
      id: event,
      fact: { type, data },
      metadata,
    }));
    await log.append(`generation-${story.generationId}`, 'none', facts);
    pictures.push({ generationId: story.generationId, variantId });
  }
  return pictures;
}

const orderOf = (picture: Picture) => ({
  id: `ORD-${Date.now()}`,
  customerName: 'Ada Byron',
  customerEmail: 'ada@bench.example',
  items: [
    {
      ...picture,
      kind: 'product',
      id: 'cart-1',
      productId: 'mug',
      size: '',
      color: '',
      quantity: 1,
      placement: centred,
    },
  ],
  shipping_address: {
    street: '1 Main Street',
    city: 'Springfield',
    state: 'Ohio',
    zipCode: '45501',
    country: 'United States',
  },
  delivery_method: 'standard',
  test_mode: false,
});
