import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { followProductSales, productSalesOf, type ProductSales } from '@easel/contracts/competitions/product-sales';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { FavoriteFact } from '@easel/contracts/favorites/events';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { columnValues, put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markStreams } from '../kernel/incomplete.ts';
import { Pairs } from '../kernel/paired-rows.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { awardOf, linesOf, preparedRow, standingOf } from './challenge-rows.ts';
import {
  type ChallengeRow,
  challenges,
  entries,
  type EntryRow,
  fans,
  incomplete,
  likings,
  lines,
  type PictureRow,
  pictures,
  sales,
  tables,
} from './competitions.tables.ts';
import { FREEZE, RANK, REFRESH, SET_STANDING, type StandingRow, standings, SUM_UP } from './standing.tables.ts';

const folded = {
  challenges: new FoldedTable(challenges),
  entries: new FoldedTable(entries),
  pictures: new FoldedTable(pictures),
  sales: new FoldedTable(sales),
};

interface Verdict {
  competitionId: string;
  standings: StandingRow[];
}

class CompetitionRows implements RowBatch {
  readonly likings = new Pairs(likings, (row) => `${row.generation_id} ${row.member_id}`);
  private readonly challenges = folded.challenges.batch();
  private readonly entries = folded.entries.batch();
  private readonly pictures = folded.pictures.batch();
  private readonly sales = folded.sales.batch();
  private readonly verdicts: Verdict[] = [];
  private readonly fans = new Map<string, boolean>();
  private readonly erased: string[] = [];
  /** Pictures whose entries must be refreshed. */
  private readonly touched = new Set<string>();

  begin(row: ChallengeRow): void {
    this.challenges.change(row.id, () => row);
  }

  change(competitionId: string, changed: Partial<ChallengeRow>): void {
    this.challenges.change(competitionId, (row) => row && { ...row, ...changed });
  }

  enter(row: EntryRow): void {
    this.entries.begin(row.id, row);
    this.touched.add(row.generation_id);
  }

  end({ entryId, generationId }: { entryId: string; generationId: string }, changed: Partial<EntryRow>): void {
    this.entries.change(entryId, (row) => row && { ...row, ...changed });
    this.touched.add(generationId);
  }

  show(generationId: string, changed: Partial<PictureRow>): void {
    this.pictures.change(generationId, (row) => ({
      ...(row ?? { generation_id: generationId, is_public: false, deleted: false }),
      ...changed,
    }));
    this.touched.add(generationId);
  }

  like(generationId: string, memberId: string, isFavorite: boolean): void {
    this.likings.say({ generation_id: generationId, member_id: memberId }, isFavorite);
    this.touched.add(generationId);
  }

  verify(memberId: string, verified: boolean): void {
    this.fans.set(memberId, verified);
  }

  erase(memberId: string): void {
    this.verify(memberId, false);
    this.erased.push(memberId);
  }

  place(view: ProductSales): void {
    this.sales.begin(view.orderId, { order_id: view.orderId, view });
  }

  follow(fact: OrderFact): void {
    this.sales.change(fact.data.orderId, (row) => row && { ...row, view: followProductSales(row.view, fact) });
  }

  judge(verdict: Verdict): void {
    this.verdicts.push(verdict);
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([
      this.challenges.flush(sql),
      this.entries.flush(sql),
      this.pictures.flush(sql),
      this.writeSales(sql),
      this.likings.write(sql),
      put(
        sql,
        fans,
        [...this.fans].map(([member_id, verified]) => ({ member_id, verified })),
      ),
    ]);
    for (const verdict of this.verdicts) await freeze(sql, verdict);
    await this.refresh(sql);
    if (this.erased.length > 0) await run(sql, 'erase likes', ERASE, [arrayLiteral(this.erased)]);
  }

  private async writeSales(sql: ClientBase): Promise<void> {
    const changes = await this.sales.fold(sql);
    await this.sales.write(sql, changes);
    const sold = changes.flatMap(({ after }) => (after ? linesOf(after.view) : []));
    for (const { generation_id } of sold) this.touched.add(generation_id);
    await put(sql, lines, sold);
  }

  /** Refreshes entries first, then ranks and sums of their challenges. */
  private async refresh(sql: ClientBase): Promise<void> {
    const changed = new Set(this.verdicts.map(({ competitionId }) => competitionId));
    if (this.touched.size > 0 || this.fans.size > 0) {
      const given = [arrayLiteral([...this.touched]), arrayLiteral([...this.fans.keys()])];
      const { rows } = await sql.query<{ competition_id: string }>({
        name: 'refresh entries',
        text: REFRESH,
        values: given,
      });
      for (const { competition_id } of rows) changed.add(competition_id);
    }
    if (changed.size === 0) return;
    await run(sql, 'rank entries', RANK, [arrayLiteral([...changed])]);
    await run(sql, 'sum up challenges', SUM_UP, [arrayLiteral([...changed])]);
  }
}

const ERASE = 'delete from liking where member_id = any($1::uuid[])';

const run = (sql: ClientBase, name: string, text: string, values: string[]) => sql.query({ name, text, values });

async function freeze(sql: ClientBase, { competitionId, standings: given }: Verdict): Promise<void> {
  await run(sql, 'freeze entries', FREEZE, [competitionId]);
  if (given.length > 0) await run(sql, 'set standings', SET_STANDING, columnValues(standings, given));
}

/**
 * Challenges with their entries. Proceeds are provisional while a challenge is open: the entrant's own orders are left
 * out, but those of the entrant's ring only at the close.
 */
export const competitions = projectorOf<
  CompetitionFact | OrderFact | GenerationFact | FavoriteFact | MemberFact,
  CompetitionRows
>()({
  name: 'competitions',
  version: 2,
  categories: [
    competitionStream.category,
    orderStream.category,
    generationStream.category,
    favoritesStream.category,
    memberStream.category,
  ],
  tables,
  rows: () => new CompetitionRows(),
  on: {
    CompetitionPrepared: ({ data }, rows) => rows.begin(preparedRow(data)),
    CompetitionRevised: ({ data: { competitionId, theme, description } }, rows) =>
      rows.change(competitionId, { theme, description }),
    CompetitionOpened: ({ data: { competitionId, theme, description, opensAt, closesAt } }, rows) =>
      rows.change(competitionId, { state: 'open', theme, description, opens_at: opensAt, closes_at: closesAt }),
    EntrySubmitted: ({ data }, rows) =>
      rows.enter({
        id: data.entryId,
        competition_id: data.competitionId,
        member_id: data.memberId,
        generation_id: data.generationId,
        variant_id: data.variantId,
        submitted_at: data.submittedAt,
        closes_at: data.closesAt,
        status: 'entered',
        reason: '',
      }),
    EntryWithdrawn: ({ data }, rows) => rows.end(data, { status: 'withdrawn' }),
    EntryDisqualified: ({ data }, rows) => rows.end(data, { status: 'disqualified', reason: data.reason }),
    CompetitionClosed: ({ data: { competitionId, tally } }, rows) => {
      rows.change(competitionId, { state: 'closed' });
      rows.judge({ competitionId, standings: tally.map(standingOf) });
    },
    AnnouncementProposed: ({ data: { competitionId, operatorId, proposedAt } }, rows) =>
      rows.change(competitionId, { proposed_by: operatorId, proposed_at: proposedAt }),
    WinnersAnnounced: ({ data }, rows) => {
      const { competitionId, totalCents, houseCents, confirmedBy, announcedAt } = data;
      rows.change(competitionId, {
        state: 'announced',
        total_cents: totalCents,
        house_cents: houseCents,
        confirmed_by: confirmedBy,
        announced_at: announcedAt,
      });
      rows.judge({ competitionId, standings: data.entries.map(awardOf) });
    },
    OrderPlaced: ({ data }, rows) => {
      const bearsOthers = data.items.some((item) => item.kind === 'product' && item.makerId !== data.memberId);
      const view = bearsOthers ? productSalesOf(data) : undefined;
      if (view) rows.place(view);
    },
    OrderPaid: (fact, rows) => rows.follow(fact),
    OrderRefundRequested: (fact, rows) => rows.follow(fact),
    OrderRefunded: (fact, rows) => rows.follow(fact),
    MadePublic: ({ data }, rows) => rows.show(data.generationId, { is_public: true }),
    MadePrivate: ({ data }, rows) => rows.show(data.generationId, { is_public: false }),
    Deleted: ({ data }, rows) => rows.show(data.generationId, { deleted: true }),
    Restored: ({ data }, rows) => rows.show(data.generationId, { deleted: false }),
    FavoriteToggled: ({ data: { memberId, generationId, isFavorite } }, rows) =>
      rows.like(generationId, memberId, isFavorite),
    EmailVerified: ({ data }, rows) => rows.verify(data.memberId, true),
    EmailChanged: ({ data }, rows) => rows.verify(data.memberId, false),
    EmailChangeUndone: ({ data: { memberId, verified } }, rows) => rows.verify(memberId, verified),
    MemberErased: ({ data }, rows) => rows.erase(data.memberId),
  },
  ignores: [
    'OrderPaymentOpened',
    'OrderPaymentFailed',
    'OrderStatusChanged',
    'OrderAddressChanged',
    'OrderNoted',
    'OrderSentToPrint',
    'OrderPrintFailed',
    'OrderReprinted',
    'OrderPrintCharged',
    'OrderParcelShipped',
    'OrderDelayed',
    'OrderArrivalReported',
    'GenerationRequested',
    ...renderSteps,
    'VariantCreated',
    'GenerationCompleted',
    'GenerationFailed',
    'GenerationCancelled',
    'GenerationAdopted',
    'VariantAttached',
    'Saved',
    'RemixDetached',
    'EntryTagged',
    'EntryUntagged',
    'Purged',
    'MemberRegistered',
    'ProfileUpdated',
    'PreferencesUpdated',
    'MarketingOptInChanged',
    'DigestSent',
    'PublicProfileChanged',
    'AvatarChosen',
    'AvatarRemoved',
    'PasswordChanged',
    'ReferralAccepted',
    'ReferralRewarded',
    'PresetSaved',
    'PresetDeleted',
    'DataExportRequested',
    'ErasureRequested',
    'ErasureWithdrawn',
  ],
  markIncomplete: markStreams(incomplete, [
    competitionStream,
    orderStream,
    generationStream,
    favoritesStream,
    memberStream,
  ]),
});
