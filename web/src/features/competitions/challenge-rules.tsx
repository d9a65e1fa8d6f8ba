import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { challengeWords, notCounted, placeWords, prizeWords } from './challenge-words.ts';
import styles from './competitions.module.css';

/** Steps, requirements and prizes, for the dialog and the page. */
export function ChallengeRules({ kind }: { kind: ChallengeKind }) {
  const { steps, requirements } = challengeWords[kind];
  return (
    <div className={styles.rules}>
      <section>
        <h3>Steps</h3>
        <ol className={styles.numbered}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section>
        <h3>Requirements</h3>
        <ul className={styles.dotted}>
          {requirements.map((requirement) => (
            <li key={requirement}>{requirement}</li>
          ))}
        </ul>
      </section>
      <section className={styles.last}>
        <h3>Prizes</h3>
        <dl className={styles.prizes}>
          {prizeWords.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p className={`${styles.quiet} ${styles.last} ${styles.small}`}>
        {notCounted} {placeWords}
      </p>
    </div>
  );
}
