import type { Generation } from '@easel/contracts/generation/http';
import { useState } from 'react';
import { closeToHeading } from '../../lib/focus.ts';
import { moveByArrows } from '../../lib/grid-keys.ts';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useViewed } from '../../ui/viewed.ts';
import { slideKey } from '../images/slides.ts';
import { ImageCard } from './image-card.tsx';
import styles from './image-grid.module.css';
import { LateDeleteDialog } from './late-delete-dialog.tsx';
import { LateImageViewer } from './late-viewer.tsx';
import { coverRatio } from './own-images.ts';

interface ImageGridProps {
  label: string;
  generations: readonly Generation[];
  selectable?: boolean;
}

/** A card is wide enough for its words; a phone has two beside each other. */
const layout = { minWidthPx: 156, targetHeightPx: (widthPx: number) => (widthPx < 600 ? 176 : 240) };
/** Pictures above the fold, more or less. */
const EAGER = 6;

/** Generations as cards, with their viewer and the question before deleting. */
export function ImageGrid({ label, generations, selectable = false }: ImageGridProps) {
  const { viewed, view, close, closeToHeading: closeViewer } = useViewed();
  const [doomed, setDoomed] = useState<Generation | null>(null);

  return (
    <>
      {/* The arrow keys go from card to card; every card can be reached without them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={moveByArrows}>
        <JustifiedGrid
          {...layout}
          label={label}
          items={generations}
          ratioOf={coverRatio}
          keyOf={(generation) => generation.id}
        >
          {(generation, tile, index) => (
            <ImageCard
              generation={generation}
              tile={tile}
              eager={index < EAGER}
              among={selectable ? generations : undefined}
              onOpen={() => view(slideKey(generation.id, 0))}
              onDelete={() => setDoomed(generation)}
            />
          )}
        </JustifiedGrid>
      </div>
      {viewed !== null && (
        <LateImageViewer
          generations={generations}
          shown={viewed}
          onShow={view}
          onClose={close}
          onDeleted={closeViewer}
        />
      )}
      {doomed && (
        <LateDeleteDialog
          generations={[doomed]}
          onDeleted={() => closeToHeading(() => setDoomed(null))}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}

const LIKELY_RATIOS = [1, 16 / 9, 3 / 4, 1, 4 / 3, 1, 2 / 3, 1, 16 / 9, 1, 3 / 2, 1];

/** The same grid before anything is known. */
export function ImageGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div aria-hidden="true">
        <JustifiedGrid
          {...layout}
          label="Loading"
          items={LIKELY_RATIOS.slice(0, count)}
          ratioOf={(ratio) => ratio}
          keyOf={(_, index) => String(index)}
        >
          {(_, tile) => (
            <div className={styles.skeleton}>
              <Skeleton style={{ height: tile.heightPx }} />
              <Skeleton style={{ height: 14, width: '90%' }} />
              <Skeleton style={{ height: 14, width: '60%' }} />
            </div>
          )}
        </JustifiedGrid>
      </div>
    </div>
  );
}
