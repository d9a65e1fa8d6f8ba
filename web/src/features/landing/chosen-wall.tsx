import type { Generation } from '@easel/contracts/generation/http';
import { moveByArrows } from '../../lib/grid-keys.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { ratioClass } from '../../ui/ratio.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Byline } from '../images/byline.tsx';
import { Cover } from '../images/cover.tsx';
import styles from './landing.module.css';

interface ChosenWallProps {
  generations: readonly Generation[];
  onOpen: (id: string) => void;
}

/** What members liked most of the newest, in rows that styles alone lay out. */
export function ChosenWall({ generations, onOpen }: ChosenWallProps) {
  if (generations.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="chosen">
      <div className={styles.head}>
        <h2 id="chosen">From the gallery</h2>
        <PageLink to="/public-gallery" className={styles.more}>
          See all
        </PageLink>
      </div>
      {/* The arrow keys go from picture to picture; every one can be reached without them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul data-rows className={styles.wall} aria-label="Chosen pictures" onKeyDown={moveByArrows}>
        {generations.map((generation) => {
          const [cover] = generation.variants;
          return (
            cover && (
              <li key={generation.id} className={ratioClass(cover)}>
                <article>
                  <div className={styles.frame}>
                    <Cover generation={generation} image={cover} onOpen={() => onOpen(generation.id)} />
                  </div>
                  <p className={styles.prompt} title={generation.original_prompt}>
                    {generation.original_prompt}
                  </p>
                  <Byline generation={generation} />
                </article>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

const LIKELY = [
  { width: 16, height: 9 },
  { width: 3, height: 4 },
  { width: 1, height: 1 },
  { width: 4, height: 5 },
  { width: 3, height: 2 },
  { width: 1, height: 1 },
];

/** The wall before it is known what hangs there. */
export const WallSkeleton = () => (
  <div className={styles.section} aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <ul className={styles.wall} aria-hidden="true">
      {LIKELY.map((shape, index) => (
        <li key={index} className={ratioClass(shape)}>
          <Skeleton className={styles.frame} />
          <span className={styles.blank} />
        </li>
      ))}
    </ul>
  </div>
);
