import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { imageSizeOfPixels } from '@easel/contracts/downloads/policy';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { renderSteps, type GenerationFact, type StoredImage } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { activityStream, visitsStream } from '@easel/contracts/telemetry/stream';
import { append } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import {
  type AccountDayRow,
  accountDays,
  activities,
  type ActivityRow,
  type DayRow,
  days,
  incomplete,
  landings,
  type LandingRow,
  qualities,
  tables,
  totals,
} from './analytics.tables.ts';

const typeSums = new SummedTable(totals);
const daySums = new SummedTable(days);
const accountDaySums = new SummedTable(accountDays);
const qualitySums = new SummedTable(qualities);
const landingSums = new SummedTable(landings);

class AnalyticsRows implements RowBatch {
  private readonly activities: ActivityRow[] = [];
  private readonly totals = typeSums.batch();
  private readonly days = daySums.batch();
  private readonly accountDays = accountDaySums.batch();
  private readonly qualities = qualitySums.batch();
  private readonly landings = landingSums.batch();

  add(row: ActivityRow): void {
    this.activities.push(row);
    this.totals.add({ member_id: row.member_id, event_type: row.event_type, total: 1 });
  }

  /** Nothing of a visitor's pictures, which are in nobody's figures. */
  count(
    { recordedAt, data }: Recorded<Extract<GenerationFact, { data: { trial?: true | undefined } }>>,
    counted: Partial<DayRow>,
  ): void {
    if (data.trial) return;
    this.days.add({
      member_id: data.memberId,
      day: utcDay(recordedAt),
      total: 0,
      completed: 0,
      failed: 0,
      ...counted,
    });
  }

  moved({ recordedAt, data }: Recorded<AccountFact | EarningsFact>, counted: Partial<AccountDayRow>): void {
    this.accountDays.add({
      member_id: data.memberId,
      day: utcDay(recordedAt),
      spent_tenths: 0,
      earned_tenths: 0,
      earned_cents: 0,
      ...counted,
    });
  }

  drew(memberId: string, { width, height }: StoredImage): void {
    const resolution = imageSizeOfPixels(Math.max(width, height));
    this.qualities.add({ member_id: memberId, resolution, images: 1, pixels: width * height });
  }

  landed(
    { landing, referrerHost }: { landing: string; referrerHost: string | null },
    { recordedAt }: Recorded,
    counted: Partial<LandingRow>,
  ): void {
    const day = utcDay(recordedAt);
    this.landings.add({ day, landing, referrer_host: referrerHost ?? '', visits: 0, registered: 0, ...counted });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([
      append(sql, activities, this.activities),
      this.totals.write(sql),
      this.days.write(sql),
      this.accountDays.write(sql),
      this.qualities.write(sql),
      this.landings.write(sql),
    ]);
  }
}

/** The landing of members who registered without a recorded visit. */
const UNKNOWN = { landing: '', referrerHost: null };

/** Whose visits are: nobody's in particular. */
export const VISITS = 'visits';

/** What members did and made, spent and earned, day by day, and where visits began. */
export const analytics = projectorOf<
  TelemetryFact | GenerationFact | MemberFact | AccountFact | EarningsFact,
  AnalyticsRows
>()({
  name: 'analytics',
  version: 5,
  categories: [
    activityStream.category,
    visitsStream.category,
    generationStream.category,
    memberStream.category,
    accountStream.category,
    earningsStream.category,
  ],
  tables,
  rows: () => new AnalyticsRows(),
  // A member's figures come from many streams, and are right only if none is left out.
  partition: ({ data }) => ('memberId' in data ? data.memberId : VISITS),
  on: {
    ActivityTracked: ({ id, data }, rows) =>
      rows.add({
        id,
        member_id: data.memberId,
        event_type: data.eventType,
        generation_id: data.generationId,
        at: data.at,
      }),
    VisitBegun: (fact, rows) => rows.landed(fact.data, fact, { visits: 1 }),
    MemberRegistered: (fact, rows) => rows.landed(fact.data.landing ?? UNKNOWN, fact, { registered: 1 }),
    GenerationRequested: (fact, rows) => rows.count(fact, { total: 1 }),
    GenerationCompleted: (fact, rows) => rows.count(fact, { completed: 1 }),
    GenerationFailed: (fact, rows) => rows.count(fact, { failed: 1 }),
    // What is rendered as another image of a picture stands in a stream of its own first, and is counted there. A
    // visitor's is counted under an id that nobody asks by.
    VariantCreated: ({ data }, rows) => rows.drew(data.memberId, data.original),
    // What is held is spent only once a picture is there.
    CreditsCaptured: (fact, rows) => rows.moved(fact, { spent_tenths: fact.data.tenths }),
    EarningsAccrued: (fact, rows) =>
      rows.moved(fact, { earned_tenths: fact.data.tenths, earned_cents: fact.data.cents }),
    ChallengeShareGranted: (fact, rows) => rows.moved(fact, { earned_cents: fact.data.cents }),
    EarningsReversed: (fact, rows) =>
      rows.moved(fact, { earned_tenths: -fact.data.tenths, earned_cents: -fact.data.cents }),
    EarningsReinstated: (fact, rows) =>
      rows.moved(fact, { earned_tenths: fact.data.tenths, earned_cents: fact.data.cents }),
  },
  ignores: [
    'EntryTagged',
    'EntryUntagged',
    ...renderSteps,
    'VariantAttached',
    'Saved',
    'MadePublic',
    'MadePrivate',
    'GenerationCancelled',
    'Deleted',
    'Restored',
    'GenerationAdopted',
    'Purged',
    'RemixDetached',
    ...memberChanges,
    'MemberErased',
    'CreditsGranted',
    'CreditsExpired',
    'CreditsHeld',
    'CreditsReleased',
    'CreditsRevoked',
    'DebtRepaid',
    'PlanPaid',
    'PlanRefunded',
    'PlanDisputed',
    'SubscriptionChanged',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'ImagePurchased',
    'PrintsPurchased',
    'PurchaseCoverChanged',
    'DownloadGranted',
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutConfirmed',
    'PayoutSettled',
    'EarningsMatured',
  ],
  markIncomplete: (sql, partitions, isIncomplete) => markKeys(sql, incomplete, partitions, isIncomplete),
});
