import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { AuthorLink } from '../images/byline.tsx';
import { askedAs } from '../images/image-details.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { enteredIndex, type ShownEntry } from './challenges.ts';
import styles from './entries.module.css';
import type { OnOpen } from './entry-card.tsx';

interface StandingListProps {
  label: string;
  entries: readonly ShownEntry[];
  /** Shown before the picture. */
  placeOf: (entry: ShownEntry) => ReactNode;
  onOpen: OnOpen;
}

/** Entries by rank, one per line. */
export const StandingList = ({ label, entries, placeOf, onOpen }: StandingListProps) => (
  <ol className={styles.standing} aria-label={label}>
    {entries.map((entry) => {
      const index = enteredIndex(entry);
      const image = entry.generation.variants[index];
      if (!image) return null;
      const { original_prompt: prompt } = askedAs(entry.generation, index);
      return (
        <li key={entry.id}>
          <span className={styles.place}>{placeOf(entry)}</span>
          <button
            type="button"
            className={styles.open}
            aria-label={`Open: ${prompt}`}
            onClick={() => onOpen(entry.generation, index)}
          >
            <Thumbnail image={image} />
          </button>
          <div className={styles.said}>
            <p className={styles.prompt}>{prompt}</p>
            {entry.generation.author && (
              <p className={styles.author}>
                <AuthorLink author={entry.generation.author} />
              </p>
            )}
          </div>
          <span className={styles.sum}>
            <strong>{formatDollars(entry.proceeds)}</strong>
            <span className={styles.quiet}>{counted(entry.buyers, 'buyer')}</span>
          </span>
        </li>
      );
    })}
  </ol>
);
