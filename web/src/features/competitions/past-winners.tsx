import { monthName } from '@easel/contracts/account/policy';
import { prizes } from '@easel/contracts/competitions/policy';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';
import type { ShownCompetition, ShownEntry } from './challenges.ts';
import styles from './entries.module.css';
import type { OnOpen } from './entry-card.tsx';
import { StandingList } from './standing-list.tsx';

interface PastWinnersProps {
  past: readonly (ShownCompetition & { winners: ShownEntry[] })[];
  onOpen: OnOpen;
}

/** Winners of past challenges with their prizes. Empty before the first announcement. */
export function PastWinners({ past, onOpen }: PastWinnersProps) {
  const announced = past.filter(({ state }) => state === 'announced');
  if (announced.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="winners">
      <h2 id="winners">Past winners</h2>
      {announced.map(({ id, month, theme, winners }) => (
        <section key={id} className={styles.section} aria-label={`${monthName(month)}: ${theme}`}>
          <h3>{`${monthName(month)}: ${theme}`}</h3>
          {winners.length === 0 ? (
            <p className={styles.quiet}>No winner is shown: no entry won a place, or its picture is gone.</p>
          ) : (
            <StandingList
              label={`Winners of ${monthName(month)}`}
              entries={winners}
              placeOf={(entry) => <Prize entry={entry} />}
              onOpen={onOpen}
            />
          )}
        </section>
      ))}
    </section>
  );
}

function Prize({ entry: { place, prize: dollars } }: { entry: ShownEntry }) {
  const prize = prizes[(place ?? 0) - 1];
  if (!prize) return null;
  return (
    <>
      <strong>{prize.place}</strong>
      <span className={styles.quiet}>{`${formatDollars(dollars ?? 0)} and ${formatCredits(prize.credits)}`}</span>
    </>
  );
}
