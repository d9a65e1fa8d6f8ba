import type { Generation } from '@easel/contracts/generation/http';
import { ratioClass } from '../../ui/ratio.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Byline } from '../images/byline.tsx';
import { Cover } from '../images/cover.tsx';
import styles from './landing.module.css';

interface LeadPictureProps {
  generation: Generation;
  onOpen: () => void;
}

/** The picture beside the heading, with the words that it was made from: what the product does, seen at once. */
export function LeadPicture({ generation, onOpen }: LeadPictureProps) {
  const [cover] = generation.variants;
  if (!cover) return null;
  return (
    <article className={[styles.lead, ratioClass(cover)].join(' ')}>
      <div className={styles.frame}>
        <Cover generation={generation} image={cover} sizes={LEAD_SIZES} eager onOpen={onOpen} />
      </div>
      <div className={styles.label}>
        <p className={styles.words}>{generation.original_prompt}</p>
        <Byline generation={generation} />
      </div>
    </article>
  );
}

const LEAD_SIZES = '(min-width: 1024px) 56vw, 92vw';
const LIKELY = { width: 16, height: 9 };

/** In its place before it is known which it is. */
export const LeadSkeleton = () => (
  <div className={[styles.lead, ratioClass(LIKELY)].join(' ')} aria-busy="true">
    <Skeleton className={styles.frame} />
    <div className={styles.label} />
  </div>
);
