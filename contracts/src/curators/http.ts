import * as z from 'zod/mini';
import { imageSizes } from '../downloads/policy.ts';
import { generation } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { defineProblems } from '../kernel/problem.ts';
import { billingPeriods } from '../subscriptions/policy.ts';
import { arrangingSeries, describingSection, image, settingPrices } from './bodies.http.ts';
import { SERIES_MAX } from './policy.ts';

export const curatorProblems = defineProblems('curators', {
  notFound: [404, 'Not found'],
  notCurator: [403, 'Only curators set prices'],
  noSection: [403, 'Only curators have a section'],
  notYourPublicPicture: [422, 'Choose among your own public pictures'],
  tooManySeries: [422, `A section holds at most ${SERIES_MAX} series`],
  seriesChanged: [409, 'Your series have changed in the meantime. Please check them again.'],
  noStatement: [404, 'There is no statement for this month'],
});

const reason = neededText('A reason is needed').check(z.maxLength(500));
const id = z.object({ id: z.uuid() });
const success = z.literal(true);

const shownSeries = z.object({ id: z.string(), title: z.string(), pictures: z.array(generation) });

/** Dollars. `gross` is what buyers paid, `net` is `gross` less `fee`, `share` is what the curator gets. */
const money = { gross: z.number(), fee: z.number(), net: z.number(), share: z.number() };
const figures = {
  views: z.number(),
  sales: z.number(),
  ...money,
  /** Part of the share that was reversed in this time because payments were reversed, less what was reinstated. */
  reversed: z.number(),
};
const monthFigures = z.object({ month: z.string(), ...figures });
export type MonthFigures = z.output<typeof monthFigures>;
const pictureFigures = z.object({ generation_id: z.string(), ...figures });
export type PictureFigures = z.output<typeof pictureFigures>;

const listedCurator = z.object({
  /** The public name; the section is on the page of that name. */
  person: z.string(),
  name: z.string(),
  text: z.string(),
  /** A thumbnail of the banner, or of the first picture of the section. */
  thumbnail_url: z.nullable(z.string()),
});
export type ListedCurator = z.output<typeof listedCurator>;

const limit = { calls: 240, seconds: 60 };
const moves = ['curator'] as const;

export const curatorsHttp = {
  /** Whether a public image is by a curator, and its prices in dollars by size. */
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
    body: settingPrices,
    reply: z.object({ success: z.literal(true), prices: z.record(z.enum(imageSizes), z.number()) }),
    errors: [curatorProblems.notCurator],
    moves: ['curator'],
    limit: { calls: 60, seconds: 60 },
  }),
  /** The caller's own section as the dashboard needs it; `section` is null until it is described. */
  own: route({
    method: 'GET',
    path: '/api/curator',
    side: 'query',
    access: 'member',
    reply: z.object({
      success,
      isCurator: z.boolean(),
      /** Billing period of the Curator Partner plan if it is in force; null for appointed curators. */
      period: z.nullable(z.enum(billingPeriods)),
      /** The public name; null if the member has no public profile. */
      person: z.nullable(z.string()),
      section: z.nullable(z.object({ name: z.string(), text: z.string(), banner: z.nullable(image) })),
      series: z.array(z.object({ id: z.string(), title: z.string(), generation_ids: z.array(z.string()) })),
      /** The pictures of all series that everyone may see. */
      pictures: z.array(generation),
      /** The curator's own prices in dollars; other sizes have the default of the price list. */
      prices: z.partialRecord(z.enum(imageSizes), z.number()),
    }),
  }),
  describeSection: route({
    method: 'PUT',
    path: '/api/curator/section',
    side: 'command',
    access: 'member',
    body: describingSection,
    reply: z.object({ success }),
    errors: [curatorProblems.noSection, curatorProblems.notYourPublicPicture],
    moves,
    limit,
  }),
  /** Replaces a series, or adds one under a new id. */
  arrangeSeries: route({
    method: 'PUT',
    path: '/api/curator/series/:id',
    side: 'command',
    access: 'member',
    params: id,
    body: arrangingSeries,
    reply: z.object({ success }),
    errors: [curatorProblems.noSection, curatorProblems.notYourPublicPicture, curatorProblems.tooManySeries],
    moves,
    limit,
  }),
  removeSeries: route({
    method: 'DELETE',
    path: '/api/curator/series/:id',
    side: 'command',
    access: 'member',
    params: id,
    reply: z.object({ success }),
    errors: [curatorProblems.noSection],
    moves,
    limit,
  }),
  /** All series in their new order. */
  orderSeries: route({
    method: 'PUT',
    path: '/api/curator/series',
    side: 'command',
    access: 'member',
    body: z.object({ seriesIds: z.array(z.uuid(), 'Please name the series').check(z.maxLength(SERIES_MAX)) }),
    reply: z.object({ success }),
    errors: [curatorProblems.noSection, curatorProblems.seriesChanged],
    moves,
    limit,
  }),
  /** Sales of the last twelve months: by month, the oldest first, and by picture, the highest share first. */
  figures: route({
    method: 'GET',
    path: '/api/curator/figures',
    side: 'query',
    access: 'member',
    reply: z.object({
      success,
      months: z.array(monthFigures),
      pictures: z.array(pictureFigures),
      /** Prompts by generation. Prompts of deleted pictures may be missing. */
      titles: z.record(z.string(), z.string()),
    }),
  }),
  /** `2026-11.pdf`: every sale and reversal of that UTC month. 404 for a future month. */
  statement: route({
    method: 'GET',
    path: '/api/curator/statements/:name',
    side: 'query',
    access: 'member',
    params: z.object({ name: z.string().check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])\.pdf$/, 'Please name a month')) }),
    errors: [curatorProblems.noStatement],
    limit: { calls: 30, seconds: 60 },
  }),
  /** Curators with a public section, without those hidden from the caller by a block. */
  listed: route({
    method: 'GET',
    path: '/api/curators',
    side: 'query',
    access: 'anyone',
    reply: z.object({ success, curators: z.array(listedCurator) }),
    limit: { calls: 600, seconds: 60 },
  }),
  /** The section on a public page; null if the member is not a curator or has not described it. */
  section: route({
    method: 'GET',
    path: '/api/curators/:name',
    side: 'query',
    access: 'anyone',
    params: z.object({ name: z.string().check(z.maxLength(60)) }),
    reply: z.object({
      success,
      section: z.nullable(
        z.object({
          name: z.string(),
          text: z.string(),
          /** The picture and image of the banner. */
          banner: z.nullable(z.object({ picture: generation, variant_id: z.string() })),
          series: z.array(shownSeries),
        }),
      ),
    }),
    errors: [curatorProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
  appoint: route({
    method: 'POST',
    path: '/api/admin/members/:id/curator',
    side: 'command',
    access: { operators: ['admin'] },
    params: id,
    body: z.object({ curator: z.boolean('Please say whether the member is a curator'), reason }),
    reply: z.object({ success }),
    errors: [curatorProblems.notFound],
    moves: ['curators'],
  }),
};
