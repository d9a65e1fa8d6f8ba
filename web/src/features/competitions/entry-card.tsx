import type { Generation } from '@easel/contracts/generation/http';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ratioClass } from '../../ui/ratio.ts';
import { AuthorLink } from '../images/byline.tsx';
import { Cover } from '../images/cover.tsx';
import { askedAs } from '../images/image-details.ts';
import { printPath } from '../images/print-path.ts';
import { loginPathTo } from '../members/next-path.ts';
import { enteredIndex, type ShownEntry } from './challenges.ts';
import styles from './entries.module.css';

export type OnOpen = (generation: Generation, variantIndex: number) => void;

interface EntryCardProps {
  entry: ShownEntry;
  /** The product on which the shop first shows it; undefined where none can be ordered. */
  product: string | undefined;
  eager?: boolean;
  onOpen: OnOpen;
  /** Further actions. */
  children?: ReactNode;
}

/** An entry on the wall, with picture, maker and results. */
export function EntryCard({ entry, product, eager = false, onOpen, children }: EntryCardProps) {
  const { generation, variant_id: variantId } = entry;
  const signedIn = useStore(token) !== null;
  const index = enteredIndex(entry);
  const image = generation.variants[index];
  if (!image) return null;
  const shown = askedAs(generation, index);
  const print = printPath(generation.id, variantId, product);
  return (
    <article className={styles.card}>
      <div className={`${styles.frame} ${ratioClass(image)}`}>
        <Cover
          generation={shown}
          image={image}
          eager={eager}
          sizes="(min-width: 768px) 280px, 50vw"
          onOpen={() => onOpen(generation, index)}
        />
      </div>
      <p className={styles.prompt} title={shown.original_prompt}>
        {shown.original_prompt}
      </p>
      {generation.author && (
        <p className={styles.author}>
          <AuthorLink author={generation.author} />
        </p>
      )}
      <p className={styles.figures}>{figuresText(entry)}</p>
      {product !== undefined && (
        <ButtonLink
          to={signedIn ? print : loginPathTo(print)}
          className={styles.order}
          aria-label={`Order a print: ${shown.original_prompt}`}
        >
          <Printer size={16} aria-hidden="true" />
          Order a print
        </ButtonLink>
      )}
      {children}
    </article>
  );
}

/** Without likes where none is counted: one's own heart is full at once, and counts later if it counts. */
const figuresText = ({ rank, proceeds, likes }: ShownEntry): string =>
  [
    ...(rank === null ? [] : [`No. ${rank}`]),
    `${formatDollars(proceeds)} sold`,
    ...(likes === 0 ? [] : [counted(likes, 'like')]),
  ]
    // A line breaks between two figures, not within one.
    .map((figure) => figure.replaceAll(' ', '\u00a0'))
    .join(' · ');
