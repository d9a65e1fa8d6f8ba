import { monthName } from '@easel/contracts/account/policy';
import { deadlineText } from '@easel/contracts/competitions/deadline';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../../lib/clock.ts';
import { dateAndTime, dayWithZone, plainDate } from '../../lib/dates.ts';
import { endOfUtcDay, lastMinuteHere } from '../../lib/end-of-day.ts';
import { useIsHydrated } from '../../lib/hydrated.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
import { challengeQuery, type ShownCompetition } from './challenges.ts';
import styles from './competitions.module.css';

interface OpenChallengeProps {
  kind: ChallengeKind;
  /** Actions for the open challenge. */
  action?: (challenge: ShownCompetition) => ReactNode;
}

/** Shows the open challenge and its deadline, or else the next one. */
export function OpenChallenge({ kind, action }: OpenChallengeProps) {
  const { data, error, fetchStatus, refetch } = useQuery(challengeQuery(kind));
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className={styles.openBlank} />;
  }
  const { open, next, past } = data;
  return (
    <div className={open ? styles.open : `${styles.open} ${styles.between}`}>
      <CalendarClock size={20} aria-hidden="true" />
      <div>{open ? <Running challenge={open} /> : <Between next={next} last={past[0]} />}</div>
      {open && action?.(open)}
    </div>
  );
}

function Running({ challenge: { theme, description, closes_at: closesAt } }: { challenge: ShownCompetition }) {
  const now = useNow();
  const hereToo = useIsHydrated() ? lastMinuteHere(closesAt) : '';
  return (
    <>
      <p>
        <strong>{theme}</strong>
      </p>
      <p className={styles.quiet}>{description}</p>
      <p>
        <strong>{deadlineText(new Date(closesAt), now)}</strong>
      </p>
      <p className={styles.quiet}>{`It closes at ${endOfUtcDay(closesAt)}${hereToo}.`}</p>
    </>
  );
}

function Between({ next, last }: { next: ShownCompetition | null; last: ShownCompetition | undefined }) {
  const now = useNow();
  // A server does not know the reader's time zone.
  const isHydrated = useIsHydrated();
  const dayOf = (iso: string) => (isHydrated ? dayWithZone(iso) : `${plainDate(iso)} (UTC)`);
  const timeOf = (iso: string) => (isHydrated ? dateAndTime(iso) : `${plainDate(iso)} (UTC)`);
  return (
    <>
      <p>
        <strong>No challenge is open now.</strong> {!next && `${deadlineText(null, now)}.`}
      </p>
      {last?.state === 'closed' && (
        <p className={styles.quiet}>
          {`${monthName(last.month)}, “${last.theme}”, is closed. Winners are announced from ${dayOf(last.announced_from)}.`}
        </p>
      )}
      {next && <p className={styles.quiet}>{`Next: “${next.theme}”. It opens on ${timeOf(next.opens_at)}.`}</p>}
    </>
  );
}
