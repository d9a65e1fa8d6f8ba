import { brand } from '@easel/contracts/brand';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { freeWords } from './figures.ts';
import styles from './landing.module.css';

/** What this is, in one sentence, and the way in: the field to try it with where there is one, else registration. */
export function FrontWords({ tryIt }: { tryIt: ReactNode }) {
  return (
    <div className={styles.front}>
      <h1 tabIndex={-1}>{`${brand.name} makes pictures from words.`}</h1>
      <p className={styles.lede}>
        Say what you want to see, and watch it being made. Then keep it, show it or sell it.
      </p>
      {tryIt ?? (
        <ButtonLink look="primary" to="/register" className={styles.begin}>
          Make your first picture
          <ArrowRight size={20} aria-hidden="true" />
        </ButtonLink>
      )}
      <p className={styles.note}>{freeWords}</p>
    </div>
  );
}
