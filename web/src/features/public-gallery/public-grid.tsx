import type { Generation } from '@easel/contracts/generation/http';
import { useState } from 'react';
import { moveByArrows } from '../../lib/grid-keys.ts';
import { NearSection } from '../../ui/near-section.tsx';
import { ratioClass } from '../../ui/ratio.ts';
import { PublicCard } from './public-card.tsx';
import styles from './public-grid.module.css';
import { PUBLIC_PAGE } from './public-images.ts';
import { PublicViewer } from './public-viewer.tsx';

interface PublicGridProps {
  label: string;
  generations: readonly Generation[];
  signedIn: boolean;
  /** Other pictures come before these, which can wait. */
  below?: boolean | undefined;
}

/** Cards of one part: three pages make rows enough to fill their lines well. */
const PART = 3 * PUBLIC_PAGE;
/** Pictures above the fold, more or less. */
const EAGER = 6;

/** Public images as cards, with their viewer; parts far from the viewport are empty. Styles alone lay it out, so that what is sent is what stays. */
export function PublicGrid({ label, generations, signedIn, below = false }: PublicGridProps) {
  const [viewed, setViewed] = useState<string | null>(null);
  const parts = Array.from({ length: Math.ceil(generations.length / PART) }, (_, part) =>
    generations.slice(part * PART, (part + 1) * PART),
  );

  return (
    <>
      {/* The arrow keys go from card to card; every card can be reached without them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.parts} onKeyDown={moveByArrows}>
        {parts.map((items, part) => (
          <NearSection key={part} unseen={styles.unseen} near={part === 0}>
            {() => (
              <ul
                className={styles.grid}
                data-open={part === parts.length - 1}
                aria-label={parts.length > 1 ? `${label}, part ${part + 1}` : label}
              >
                {items.map((generation, index) => (
                  <li key={generation.id} className={ratioClass(generation.variants[0] ?? SQUARE)}>
                    <PublicCard
                      generation={generation}
                      eager={!below && part === 0 && index < EAGER}
                      signedIn={signedIn}
                      onOpen={() => setViewed(generation.id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </NearSection>
        ))}
      </div>
      {viewed !== null && (
        <PublicViewer generations={generations} startId={viewed} signedIn={signedIn} onClose={() => setViewed(null)} />
      )}
    </>
  );
}

const SQUARE = { width: 1, height: 1 };
