import type { ProjectionRecord, RebuildRun } from '@easel/contracts/operations/http';
import { hasEnded, type projectionPhases } from '@easel/contracts/operations/policy';

export type Phase = (typeof projectionPhases)[number];

export const phaseLabels: Readonly<Record<Phase, string>> = {
  live: 'Live',
  'catching-up': 'Catching up',
  stalled: 'Stalled',
  stopped: 'Stopped',
  paused: 'Paused',
};

export const phaseTexts: Readonly<Record<Phase, string>> = {
  live: 'Follows what comes.',
  'catching-up': 'Works through what is stored already.',
  stalled: 'The log or the database is away. It goes on by itself.',
  stopped: 'It cannot go on with this code. What is shown is as old as its checkpoint.',
  paused: 'An operator wants it to stand still. What is shown is as old as its checkpoint.',
};

export const STANDS_STILL =
  'It runs, and has not moved for half a minute although there are events to apply. The log of its process may say why.';

/** A rebuild that waits or works. */
export function underWay({ rebuild }: Pick<ProjectionRecord, 'rebuild'>): RebuildRun | undefined {
  return rebuild && !hasEnded(rebuild.status) ? rebuild : undefined;
}

/** Its figures change from one look to the next. */
export const isMoving = (record: ProjectionRecord): boolean =>
  underWay(record) !== undefined ||
  record.phase === 'catching-up' ||
  record.phase === 'stalled' ||
  record.lag_events !== 0 ||
  record.events_per_second > 0;

/** A place in the log, which may be beyond what a number holds; before its first event there is none. */
export const positionText = (position: string): string =>
  position.startsWith('-') ? 'none yet' : BigInt(position).toLocaleString('en');

/** How far on the way a rebuild is, 0 to 100; undefined where that cannot be told. */
export function percentOf({ status, facts, total }: RebuildRun): number | undefined {
  if (status !== 'running' || total === null || total === 0) return undefined;
  return Math.floor(Math.min(1, facts / total) * 1_000) / 10;
}

/** What a rebuild's status says, and what follows from it. */
export function outcomeText({ status, accept_difference, error, tables }: RebuildRun): string {
  const unequal = tables.filter(({ equal }) => !equal).length;
  const differ = unequal === 1 ? 'One table differs' : `${unequal} tables differ`;
  switch (status) {
    case 'queued':
      return 'It begins as soon as the rebuild before it has ended.';
    case 'running':
      return 'Fresh tables are filled beside the live ones. Reads go on meanwhile.';
    case 'comparing':
      return 'The fresh tables are whole and are held against the live ones.';
    case 'swapping':
      return 'The fresh tables are taking the live ones’ place. It can no longer be cancelled.';
    case 'swapped':
      if (unequal === 0) return 'The fresh tables were equal to the live ones and have taken their place.';
      return accept_difference
        ? `${differ}. The difference was accepted, and the fresh tables have taken the live ones’ place.`
        : `${differ}. The fresh tables have taken the live ones’ place.`;
    case 'different':
      return `${differ} from the live rows, so the live ones were kept. Where the fresh ones are right, rebuild and accept the difference.`;
    case 'cancelled':
      return 'It was cancelled. The live tables were kept.';
    case 'failed':
      return `It could not be carried through, and the live tables were kept${error === null ? '.' : `: ${error}`}`;
  }
}
