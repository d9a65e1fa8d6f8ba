import { ButtonLink } from '../../ui/button.tsx';
import { freeWords, proofOf } from './figures.ts';
import styles from './landing.module.css';

/** What can be counted, and the way to register. `publicPictures`: undefined while it is not known. */
export const Closing = ({ publicPictures }: { publicPictures: number | undefined }) => (
  <section className={styles.closing} aria-labelledby="closing">
    {publicPictures !== undefined && publicPictures > 0 && (
      <dl className={styles.proof}>
        {proofOf(publicPictures).map(({ figure, name }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    )}
    <div className={styles.register}>
      <h2 id="closing">Start with a sentence</h2>
      <p className={styles.note}>{freeWords}</p>
      <ButtonLink look="primary" to="/register">
        Create your account
      </ButtonLink>
    </div>
  </section>
);
