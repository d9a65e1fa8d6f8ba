import * as z from 'zod/mini';
import { imageSizes } from '../downloads/policy.ts';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { settingsProblems } from './problems.ts';

const sum = z.number('Please enter a price').check(z.int());

/** Tenths of a credit and cents of a dollar; `prices/policy.ts` says what must hold. */
export const priceList = z.object({
  version: z.number('Please send the version that was revised').check(z.int()),
  images: z.record(
    z.enum(imageSizes),
    z.object({ tenths: sum, cents: sum }, 'Please enter the prices of this size'),
    'Please enter the prices of images',
  ),
  curatorDefaultCents: z.record(z.enum(imageSizes), sum, 'Please enter the prices of curators’ images'),
  products: z
    .array(
      z.object({
        id: neededText('Please enter the product’s id').check(z.maxLength(60)),
        name: neededText('Please enter the product’s name').check(z.maxLength(120)),
        cents: sum,
        sizes: z.array(z.string().check(z.maxLength(20)), 'Please list the product’s sizes').check(z.maxLength(20)),
        colours: z.array(z.string().check(z.maxLength(30)), 'Please list the product’s colours').check(z.maxLength(20)),
      }),
      'Please list the products',
    )
    .check(z.maxLength(200)),
});

export const settingsHttp = {
  prices: route({
    method: 'GET',
    path: '/api/prices',
    side: 'command',
    access: 'anyone',
    reply: z.object({ success: z.literal(true), prices: priceList }),
    limit: { calls: 600, seconds: 60 },
  }),
  /** `version` is the one that was revised. */
  revisePrices: route({
    method: 'PUT',
    path: '/api/admin/prices',
    side: 'command',
    access: { operators: ['admin'] },
    body: z.extend(priceList, {
      reason: neededText('A reason is needed').check(z.maxLength(500)),
    }),
    reply: z.object({ success: z.literal(true), prices: priceList }),
    errors: [settingsProblems.listFaulty, settingsProblems.listMoved],
    moves: ['prices'],
  }),
};
