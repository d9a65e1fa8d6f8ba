import type { Generation } from '@easel/contracts/generation/http';
import { useState } from 'react';
import { moveByArrows } from '../../lib/grid-keys.ts';
import { useWidth } from '../../lib/use-width.ts';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { NearSection } from '../../ui/near-section.tsx';
import { PublicCard } from './public-card.tsx';
import styles from './public-grid.module.css';
import { coverRatio, PUBLIC_PAGE } from './public-images.ts';
import { PublicViewer } from './public-viewer.tsx';

interface PublicGridProps {
  label: string;
  generations: readonly Generation[];
  signedIn: boolean;
}

const layout = { minWidthPx: 156, targetHeightPx: (widthPx: number) => (widthPx < 600 ? 176 : 240) };
/** Cards of one part: three pages make rows enough to fill their lines well. */
const PART = 3 * PUBLIC_PAGE;
/** Pictures above the fold, more or less. */
const EAGER = 6;
/** Of a row with its words, for parts that were never seen. */
const GUESSED_ROW_PX = 360;

/** Public images as cards, with their viewer; parts far from the viewport are empty. */
export function PublicGrid({ label, generations, signedIn }: PublicGridProps) {
  const [ref, widthPx] = useWidth<HTMLDivElement>();
  const [viewed, setViewed] = useState<string | null>(null);
  const parts = Array.from({ length: Math.ceil(generations.length / PART) }, (_, part) =>
    generations.slice(part * PART, (part + 1) * PART),
  );
  const inRow = Math.max(1, Math.round(widthPx / 280));

  return (
    <>
      {/* The arrow keys go from card to card; every card can be reached without them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={ref} className={styles.parts} onKeyDown={moveByArrows}>
        {widthPx > 0 &&
          parts.map((items, part) => (
            <NearSection key={part} estimatePx={Math.ceil(items.length / inRow) * GUESSED_ROW_PX}>
              {() => (
                <JustifiedGrid
                  {...layout}
                  widthPx={widthPx}
                  closed={part < parts.length - 1}
                  label={parts.length > 1 ? `${label}, part ${part + 1}` : label}
                  items={items}
                  ratioOf={coverRatio}
                  keyOf={(generation) => generation.id}
                >
                  {(generation, tile, index) => (
                    <PublicCard
                      generation={generation}
                      tile={tile}
                      eager={part === 0 && index < EAGER}
                      signedIn={signedIn}
                      onOpen={() => setViewed(generation.id)}
                    />
                  )}
                </JustifiedGrid>
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
