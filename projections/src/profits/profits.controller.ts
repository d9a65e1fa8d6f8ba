import type { EarnedBySource, EarnedMonth, EarningPicture, OwnPayout } from '@easel/contracts/earnings/profits.http';
import { earningSources, payoutCents } from '@easel/contracts/earnings/policy';
import { profitsHttp } from '@easel/contracts/earnings/profits.http';
import { utcMonth } from '@easel/contracts/account/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { type JsonReply, sendJson } from '../kernel/reply.ts';
import { type FoundPayout, ownPayouts } from './payouts.queries.ts';
import {
  type EarnedPart,
  earningPictures,
  type PictureSums,
  profitsModel,
  profitsOf,
  type Sums,
} from './profits.queries.ts';

/** Finds the generations that their owner may see, as a JSON array in the shape of the gallery. */
export type PictureCards = (reads: Reads, ownerId: string, ids: readonly string[]) => Promise<JsonReply>;
/** Injection token: read models do not import each other. */
export const PICTURE_CARDS = Symbol('picture cards');

type Page = z.output<typeof profitsHttp.pictures.query>;

@Controller()
export class ProfitsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(PICTURE_CARDS) private readonly cards: PictureCards,
  ) {}

  @RouteOf(profitsHttp.summary)
  @ReadsFrom(profitsModel)
  async summary(@Caller() { id }: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const { earned, pending, takenBack, requested, paid, incomplete } = await profitsOf(this.reads, id);
    const thisMonth = utcMonth(new Date());
    const summary: z.output<typeof profitsHttp.summary.reply> = {
      success: true,
      total: shown(total(earned)),
      thisMonth: shown(total(earned.filter(({ month }) => month === thisMonth))),
      sources: sourcesOf(earned),
      months: monthsOf(earned),
      pending: counted(pending),
      takenBack: counted(takenBack),
      requested: shown(requested),
      paid: shown(paid),
    };
    sendJson(reply, { json: JSON.stringify(summary), incomplete });
  }

  @RouteOf(profitsHttp.pictures)
  @ReadsFrom(profitsModel)
  async pictures(
    @Caller() { id }: CallerValue,
    @Query({ schema: profitsHttp.pictures.query }) asked: Page,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pictures, next, incomplete } = await earningPictures(this.reads, id, asked);
    const cards = await this.cards(
      this.reads,
      id,
      pictures.map(({ generationId }) => generationId),
    );
    const cardOf = new Map((JSON.parse(cards.json) as Generation[]).map((card) => [card.id, card]));
    const json = JSON.stringify({
      success: true,
      pictures: pictures.map((picture) => shownPicture(picture, cardOf.get(picture.generationId) ?? null)),
      next,
    } satisfies z.output<typeof profitsHttp.pictures.reply>);
    sendJson(reply, { json, incomplete: incomplete || cards.incomplete });
  }

  @RouteOf(profitsHttp.payouts)
  @ReadsFrom(profitsModel)
  async payouts(
    @Caller() { id }: CallerValue,
    @Query({ schema: profitsHttp.payouts.query }) asked: Page,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { payouts, next, incomplete } = await ownPayouts(this.reads, id, asked);
    const json = JSON.stringify({
      success: true,
      payouts: payouts.map(shownPayout),
      next,
    } satisfies z.output<typeof profitsHttp.payouts.reply>);
    sendJson(reply, { json, incomplete });
  }
}

const NONE: Sums = { tenths: 0, cents: 0, count: 0 };

const plus = (a: Sums, b: Sums): Sums => ({
  tenths: a.tenths + b.tenths,
  cents: a.cents + b.cents,
  count: a.count + b.count,
});
const total = (parts: readonly Sums[]): Sums => parts.reduce(plus, NONE);

const shown = ({ tenths, cents }: Sums) => ({
  credits: tenthsToCredits(tenths),
  dollars: centsToDollars(cents),
  worth: centsToDollars(payoutCents({ tenths, cents })),
});
const counted = (sums: Sums) => ({ ...shown(sums), sales: sums.count });

/** Groups downloads by the plan that set their rate; every other source is one group. */
function sourcesOf(earned: readonly EarnedPart[]): EarnedBySource[] {
  const parts = Map.groupBy(earned, ({ source, tier }) => (source === 'downloads' ? `${source} ${tier}` : source));
  return [...parts.values()]
    .flatMap(([first, ...others]) =>
      first
        ? {
            source: first.source,
            tier: first.source === 'downloads' ? first.tier : null,
            ...counted(total([first, ...others])),
          }
        : [],
    )
    .toSorted((a, b) => earningSources.indexOf(a.source) - earningSources.indexOf(b.source) || b.worth - a.worth);
}

function monthsOf(earned: readonly EarnedPart[]): EarnedMonth[] {
  const byMonth = Map.groupBy(earned, ({ month }) => month);
  return [...byMonth]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, parts]) => {
      const [downloads, curator, challenges] = earningSources.map((source) =>
        counted(total(parts.filter((part) => part.source === source))),
      );
      if (!downloads || !curator || !challenges) throw new Error('a source is missing');
      return { month, downloads, curator, challenges };
    });
}

const shownPicture = (picture: PictureSums, generation: Generation | null): EarningPicture => ({
  ...counted(picture),
  generationId: picture.generationId,
  challenges: centsToDollars(picture.challengeCents),
  lastSaleAt: picture.lastSaleAt,
  generation,
});

const shownPayout = (payout: FoundPayout): OwnPayout => ({
  id: payout.id,
  credits: tenthsToCredits(payout.tenths),
  dollars: centsToDollars(payout.cents),
  worth: centsToDollars(payout.payout_cents),
  status: payout.status,
  requestedAt: payout.requested_at,
  settledAt: payout.settled_at,
  reason: payout.status === 'returned' ? payout.reason : null,
  bank: payout.bank === null ? null : { country: payout.bank.slice(0, 2), last4: payout.bank.slice(2) },
});
