import * as z from 'zod/mini';
import { imageSizes } from '../downloads/policy.ts';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { defineProblems } from '../kernel/problem.ts';

export const curatorProblems = defineProblems('curators', {
  notFound: [404, 'Not found'],
  notCurator: [403, 'Only curators set prices'],
});

/** Dollars, from a cent to a thousand. */
const price = z.number().check(
  z.gte(0.01),
  z.lte(1000),
  z.refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6, 'At most two decimals'),
);
const prices = z.partialRecord(z.enum(imageSizes), price, 'Please enter your prices');
const reason = neededText('A reason is needed').check(z.maxLength(500));
const id = z.object({ id: z.uuid() });
const done = z.object({ success: z.literal(true) });

export const curatorsHttp = {
  /** Whether a public image is a curator's, and what it costs then: dollars by size. */
  isCuratorImage: route({
    method: 'GET',
    path: '/api/curator/is-curator-image/:id',
    side: 'command',
    access: 'anyone',
    params: id,
    reply: z.object({
      success: z.literal(true),
      isCuratorImage: z.boolean(),
      prices: z.record(z.enum(imageSizes), z.number()),
    }),
    errors: [curatorProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
  setPrices: route({
    method: 'PUT',
    path: '/api/curator/prices',
    side: 'command',
    access: 'member',
    body: z.object({ prices }),
    reply: z.object({ success: z.literal(true), prices: z.record(z.enum(imageSizes), z.number()) }),
    errors: [curatorProblems.notCurator],
    moves: ['curator'],
    limit: { calls: 60, seconds: 60 },
  }),
  appoint: route({
    method: 'POST',
    path: '/api/admin/members/:id/curator',
    side: 'command',
    access: { operators: ['admin'] },
    params: id,
    body: z.object({ curator: z.boolean('Please say whether the member is a curator'), reason }),
    reply: done,
    errors: [curatorProblems.notFound],
  }),
};
