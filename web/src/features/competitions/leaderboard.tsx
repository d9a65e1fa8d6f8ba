import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { formatDollars } from '../../lib/dollars.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { notCounted } from './challenge-words.ts';
import { leaderboardQuery, type ShownCompetition } from './challenges.ts';
import styles from './entries.module.css';
import type { OnOpen } from './entry-card.tsx';
import { StandingList } from './standing-list.tsx';

/** The entries with the highest proceeds, and whether the result is final. */
export function Leaderboard({ challenge, onOpen }: { challenge: ShownCompetition; onOpen: OnOpen }) {
  const { data, error, fetchStatus, refetch } = useQuery(leaderboardQuery(challenge.id));
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className={styles.blank} />;
  }
  return (
    <section className={styles.section} aria-labelledby="leaderboard">
      <h2 id="leaderboard">Leaderboard</h2>
      {data.items.length === 0 ? (
        <EmptyState icon={<Trophy size={28} />} title="No entry has sold anything yet" />
      ) : (
        <>
          <StandingList label="Leaderboard" entries={data.items} placeOf={({ rank }) => rank} onOpen={onOpen} />
          <p>{`All entries together: ${formatDollars(data.proceeds)}`}</p>
        </>
      )}
      <p className={styles.quiet}>
        {data.provisional &&
          data.items.length > 0 &&
          'These figures are provisional: refunds and late payments still change them until the winners are announced. '}
        {notCounted}
      </p>
    </section>
  );
}
