import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { Picture } from '../../ui/picture.tsx';
import { AuthorLink } from '../images/byline.tsx';
import { askedAs } from '../images/image-details.ts';
import { enteredIndex, type ShownEntry } from './challenges.ts';
import styles from './entries.module.css';
import type { OnOpen } from './entry-card.tsx';

interface StandingListProps {
  label: string;
  entries: readonly ShownEntry[];
  /** What stands before the picture. */
  placeOf: (entry: ShownEntry) => ReactNode;
  onOpen: OnOpen;
}

/** Entries by how they stand, a line each. */
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
            <Picture
              src={image.thumbnail_url}
              alt=""
              width={image.width}
              height={image.height}
              thumbhash={image.thumbhash}
              shape="square"
            />
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
