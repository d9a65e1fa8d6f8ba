import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { activityStream, visitsStream } from '@easel/contracts/telemetry/stream';
import { columnValues, insertInto } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import { incomplete, type MemberRow, members, tables, visits, weeks } from './journeys.tables.ts';
import { mondayOf } from './week.ts';

const visitSums = new SummedTable(visits);

type Step = Exclude<keyof MemberRow, 'member_id'>;
const STEPS = ['registered_on', 'pictured_on', 'bought_on'] as const satisfies readonly Step[];

/** The first day of each step stands, in whatever order the steps of a person come out of their streams. */
const FIRST_STEPS = {
  name: 'first steps',
  text: `${insertInto(members)} on conflict (member_id) do update set ${STEPS.map(
    (step) => `${step} = least(member.${step}, excluded.${step})`,
  ).join(', ')}`,
};
const ACTIVE_WEEKS = { name: 'active weeks', text: `${insertInto(weeks)} on conflict do nothing` };

class JourneyRows implements RowBatch {
  private readonly members = new Map<string, MemberRow>();
  private readonly weeks = new Map<string, { member_id: string; week: string }>();
  private readonly visits = visitSums.batch();

  visited({ recordedAt }: Recorded): void {
    this.visits.add({ day: utcDay(recordedAt), visits: 1 });
  }

  came(step: Step, { recordedAt, data: { memberId } }: Recorded<{ type: string; data: { memberId: string } }>): void {
    const row = this.members.get(memberId) ?? {
      member_id: memberId,
      registered_on: null,
      pictured_on: null,
      bought_on: null,
    };
    const [day, so] = [utcDay(recordedAt), row[step]];
    this.members.set(memberId, { ...row, [step]: so === null || day < so ? day : so });
  }

  wasActive({ recordedAt, data: { memberId } }: Recorded<{ type: string; data: { memberId: string } }>): void {
    const week = mondayOf(recordedAt);
    this.weeks.set(`${memberId} ${week}`, { member_id: memberId, week });
  }

  async write(sql: ClientBase): Promise<void> {
    const writing: Promise<unknown>[] = [this.visits.write(sql)];
    const [came, active] = [[...this.members.values()], [...this.weeks.values()]];
    if (came.length > 0) writing.push(sql.query({ ...FIRST_STEPS, values: columnValues(members, came) }));
    if (active.length > 0) writing.push(sql.query({ ...ACTIVE_WEEKS, values: columnValues(weeks, active) }));
    await Promise.all(writing);
  }
}

/** How far people come from their registration on, and in which weeks they come again. Nothing of who they are. */
export const journeys = projectorOf<MemberFact | GenerationFact | AccountFact | TelemetryFact, JourneyRows>()({
  name: 'journeys',
  version: 1,
  categories: [
    memberStream.category,
    generationStream.category,
    accountStream.category,
    activityStream.category,
    visitsStream.category,
  ],
  tables,
  rows: () => new JourneyRows(),
  on: {
    VisitBegun: (fact, rows) => rows.visited(fact),
    MemberRegistered: (fact, rows) => rows.came('registered_on', fact),
    GenerationRequested: (fact, rows) => {
      if (!fact.data.trial) rows.wasActive(fact);
    },
    // A visitor's picture is nobody's until somebody takes it along.
    GenerationCompleted: (fact, rows) => {
      if (!fact.data.trial) rows.came('pictured_on', fact);
    },
    GenerationAdopted: (fact, rows) => rows.came('pictured_on', fact),
    ImagePurchased: (fact, rows) => {
      rows.came('bought_on', fact);
      rows.wasActive(fact);
    },
    PlanPaid: (fact, rows) => rows.came('bought_on', fact),
    WalletToppedUp: (fact, rows) => rows.came('bought_on', fact),
    DownloadGranted: (fact, rows) => rows.wasActive(fact),
  },
  ignores: [
    'EntryTagged',
    'EntryUntagged',
    'ChallengeShareGranted',
    ...memberChanges,
    'MemberErased',
    ...renderSteps,
    'VariantCreated',
    'VariantAttached',
    'Saved',
    'MadePublic',
    'MadePrivate',
    'GenerationFailed',
    'GenerationCancelled',
    'Deleted',
    'Restored',
    'Purged',
    'RemixDetached',
    'CreditsGranted',
    'CreditsExpired',
    'CreditsHeld',
    'CreditsCaptured',
    'CreditsReleased',
    'CreditsRevoked',
    'DebtRepaid',
    'PlanRefunded',
    'PlanDisputed',
    'SubscriptionChanged',
    'WalletRefunded',
    'WalletDisputed',
    'PrintsPurchased',
    'PurchaseCoverChanged',
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutConfirmed',
    'PayoutSettled',
    'ActivityTracked',
  ],
  markIncomplete: (sql, partitions, isIncomplete) => markKeys(sql, incomplete, partitions, isIncomplete),
});
