import type { Generation } from '@easel/contracts/generation/http';
import type { ReactNode } from 'react';
import { moveByArrows } from '../../lib/grid-keys.ts';
import { NearSection } from '../../ui/near-section.tsx';
import { ratioClass } from '../../ui/ratio.ts';
import { useViewed } from '../../ui/viewed.ts';
import { generationIdOf, slideKey } from '../images/slides.ts';
import { preloadLargest } from './first-rows.ts';
import { PublicCard } from './public-card.tsx';
import styles from './public-grid.module.css';
import { PUBLIC_PAGE } from './public-images.ts';
import { LatePublicViewer } from './late-viewer.tsx';

interface PublicGridProps {
  label: string;
  generations: readonly Generation[];
  signedIn: boolean;
  /** It stands below something else, whose pictures come first. */
  isBelow?: boolean;
}

/** Cards of one part: three pages make rows enough to fill their lines well. */
const PART = 3 * PUBLIC_PAGE;
/**
 * Public images as cards, with their viewer; parts far from the viewport are empty. Styles alone lay it out, so that
 * what is sent is what stays.
 */
export function PublicGrid({ label, generations, signedIn, isBelow = false }: PublicGridProps) {
  const { viewed, view, close, closeToHeading } = useViewed();
  // What a link opens that no grid has is shown by the grid that comes first.
  const isHere = viewed !== null && (!isBelow || generations.some(({ id }) => id === generationIdOf(viewed)));
  const parts = Array.from({ length: Math.ceil(generations.length / PART) }, (_, part) =>
    generations.slice(part * PART, (part + 1) * PART),
  );

  return (
    <>
      <CardParts>
        {parts.map((items, part) => (
          <CardPart key={part} isFirst={part === 0}>
            {() => (
              <Cards
                label={parts.length > 1 ? `${label}, part ${part + 1}` : label}
                generations={items}
                signedIn={signedIn}
                isFirst={part === 0 && !isBelow}
                isLast={part === parts.length - 1}
                onOpen={(id) => view(slideKey(id, 0))}
              />
            )}
          </CardPart>
        ))}
      </CardParts>
      {isHere && (
        <LatePublicViewer
          generations={generations}
          shown={viewed}
          onShow={view}
          signedIn={signedIn}
          onClose={close}
          onGone={closeToHeading}
        />
      )}
    </>
  );
}

/**
 * Parts of a grid below each other. The arrow keys go from card to card; every card can be reached without them. Where
 * parts come and go without end, it is marked for the speculation rules.
 */
export const CardParts = ({ children, endless }: { children: ReactNode; endless?: boolean }) => (
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
  <div className={styles.parts} data-endless={endless} onKeyDown={moveByArrows}>
    {children}
  </div>
);

/** A part of a grid, which is empty far from the viewport; the first one is there from the start. */
export const CardPart = ({ isFirst, children }: { isFirst: boolean; children: () => ReactNode }) => (
  <NearSection unseen={styles.unseen} near={isFirst}>
    {children}
  </NearSection>
);

interface CardsProps extends Omit<PublicGridProps, 'isBelow'> {
  /** Its largest pictures are wanted at once. */
  isFirst: boolean;
  /** Its last row stays as wide as it is. */
  isLast: boolean;
  onOpen: (id: string) => void;
}

/** Cards in rows. */
export function Cards({ label, generations, signedIn, isFirst, isLast, onOpen }: CardsProps) {
  if (isFirst) preloadLargest(generations);
  return (
    <ul data-rows className={styles.grid} data-open={isLast} aria-label={label}>
      {generations.map((generation, index) => (
        <li key={generation.id} className={ratioClass(generation.variants[0] ?? SQUARE)}>
          <PublicCard
            generation={generation}
            eager={isFirst && index === 0}
            signedIn={signedIn}
            onOpen={() => onOpen(generation.id)}
          />
        </li>
      ))}
    </ul>
  );
}

const SQUARE = { width: 1, height: 1 };
