import { randomUUID } from 'node:crypto';
import type { Sold } from '@easel/api/competitions/announcement.decider';
import { competitionIdOf } from '@easel/api/competitions/competition-id';
import { competition } from '@easel/api/competitions/competition.decider';
import { pastChallenge, type PastEntry } from '@easel/api/competitions/testing/past-challenge';
import { ProductOrder } from '@easel/api/testing/product-order';
import { announcedFrom, challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { orderStream } from '@easel/contracts/orders/stream';
import { DeciderRunner, newFacts } from '@easel/kernel/deciding/decider-runner';
import { SnapshotStore } from '@easel/kernel/deciding/snapshots';
import type { EventLog } from '@easel/kernel/log/event-log';
import { MacKeys } from '@easel/kernel/proof/mac-keys';
import { pino } from 'pino';

export type { PastEntry };

export const posterChallengeOf = (month: string): string => competitionIdOf('poster', month);

const DAY_MS = 86_400_000;

const context = () =>
  ({ key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() }) as const;

/** Appends a paid order of two T-shirts with an entry, for $48.00 and delivery, on the 20th of a month that is over. */
export async function appendPastOrder(
  log: EventLog,
  buyerId: string,
  { generationId, variantId }: PastEntry,
  month: string,
): Promise<void> {
  const order = new ProductOrder(buyerId);
  const at = new Date(`${month}-20T12:00:00.000Z`);
  const items = [{ ...order.shirts, generationId, variantId }];
  const stream = orderStream.nameOf(order.ids.orderId);
  await log.appendAnywhere(stream, newFacts(stream, [order.placed(at, { items }), order.paid(at)], context()));
}

/** Appends the poster challenge of a month that is over, with its entries; the running product closes it. */
export async function appendPastChallenge(
  log: EventLog,
  macKeys: string,
  month: string,
  entries: readonly PastEntry[],
): Promise<void> {
  const competitionId = posterChallengeOf(month);
  await runnerOf(log, macKeys).execute(
    competitionStream.nameOf(competitionId),
    { ...competition, decide: () => pastChallenge('poster', month, entries) },
    { type: 'OpenCompetition', competitionId, at: new Date() },
    context(),
  );
}

/**
 * Appends that two admins announced the winners of a closed poster challenge on the day after they could; the running
 * product then gives the shares, which have rested since that day.
 */
export async function appendPastAnnouncement(
  log: EventLog,
  macKeys: string,
  month: string,
  { sold, admins }: { sold: readonly Sold[]; admins: readonly [string, string] },
): Promise<void> {
  const runner = runnerOf(log, macKeys);
  const competitionId = posterChallengeOf(month);
  const at = new Date(announcedFrom(challengeWindow(month).closesAt).getTime() + DAY_MS);
  for (const operatorId of admins)
    await runner.execute(
      competitionStream.nameOf(competitionId),
      competition,
      { type: 'AnnounceWinners', competitionId, operatorId, proposalId: randomUUID(), otherAdmins: true, sold, at },
      context(),
    );
}

function runnerOf(log: EventLog, macKeys: string): DeciderRunner {
  const snapshots = new SnapshotStore(
    { find: () => Promise.resolve(undefined), keep: () => Promise.resolve() },
    () => {},
  );
  const chained = [competitionStream.category];
  return new DeciderRunner({
    log,
    snapshots,
    logger: pino({ level: 'silent' }),
    chained,
    macs: new MacKeys(macKeys),
  });
}
