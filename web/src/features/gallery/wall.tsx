import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { moveByArrows } from '../../lib/grid-keys.ts';
import { useWidth } from '../../lib/use-width.ts';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { NearSection } from '../../ui/near-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
import { useViewed } from '../../ui/viewed.ts';
import { slideKey } from '../images/slides.ts';
import type { Filter } from './gallery-filter.ts';
import { LateImageViewer } from './late-viewer.tsx';
import { coverRatio, WALL_PAGE, wallQuery } from './own-images.ts';
import styles from './wall.module.css';
import { WallTile } from './wall-tile.tsx';

const GAP_PX = 8;
const layout = {
  minWidthPx: 72,
  gapPx: GAP_PX,
  targetHeightPx: (widthPx: number) => (widthPx < 600 ? 120 : 200),
};

/**
 * Every picture of the gallery on one page, however many there are. It is cut into parts that are read and rendered
 * only near the viewport and forgotten far from it.
 */
export function Wall({ filter, total }: { filter: Filter; total: number }) {
  const [ref, widthPx] = useWidth<HTMLDivElement>();
  const { viewed, view, close, closeToHeading } = useViewed();
  /** Of the part that was opened: these are leafed through. */
  const [opened, setOpened] = useState<readonly Generation[]>([]);
  const open = (generations: readonly Generation[], id: string) => {
    setOpened(generations);
    view(slideKey(id, 0));
  };
  const parts = Math.ceil(total / WALL_PAGE);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={ref} className={styles.wall} onKeyDown={moveByArrows}>
        {widthPx > 0 &&
          Array.from({ length: parts }, (_, part) => {
            const count = Math.min(WALL_PAGE, total - part * WALL_PAGE);
            return (
              <NearSection key={part} estimatePx={guessedHeightPx(count, widthPx)} near={part === 0}>
                {() => (
                  <WallPart
                    filter={filter}
                    part={part}
                    count={count}
                    isLast={part === parts - 1}
                    widthPx={widthPx}
                    onOpen={open}
                  />
                )}
              </NearSection>
            );
          })}
      </div>
      {viewed !== null && (
        <LateImageViewer generations={opened} shown={viewed} onShow={view} onClose={close} onDeleted={closeToHeading} />
      )}
    </>
  );
}

/** Of a part whose pictures are square. */
function guessedHeightPx(count: number, widthPx: number): number {
  const heightPx = layout.targetHeightPx(widthPx);
  const inRow = Math.max(1, Math.round(widthPx / (heightPx + GAP_PX)));
  return Math.ceil(count / inRow) * (heightPx + GAP_PX);
}

interface WallPartProps {
  filter: Filter;
  part: number;
  count: number;
  isLast: boolean;
  widthPx: number;
  onOpen: (generations: readonly Generation[], id: string) => void;
}

function WallPart({ filter, part, count, isLast, widthPx, onOpen }: WallPartProps) {
  const { data: known, error, refetch } = useQuery(wallQuery(filter, part));
  // Its pictures are rendered in slices, so that scrolling goes on meanwhile; the first are wanted at once.
  const data = useDeferredValue(known, part === 0 ? known : undefined);
  const first = part * WALL_PAGE + 1;
  const label = `Images ${first} to ${first + count - 1}`;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div aria-hidden="true">
        <JustifiedGrid
          {...layout}
          widthPx={widthPx}
          closed={!isLast}
          className={styles.grid}
          label="Loading"
          items={Array.from({ length: count }, () => 1)}
          ratioOf={(ratio) => ratio}
          keyOf={(_, index) => String(index)}
        >
          {(_, tile) => <Skeleton style={{ height: tile.heightPx }} />}
        </JustifiedGrid>
      </div>
    );
  }
  return (
    <JustifiedGrid
      {...layout}
      widthPx={widthPx}
      closed={!isLast}
      className={styles.grid}
      label={label}
      items={data.items}
      ratioOf={coverRatio}
      keyOf={(generation) => generation.id}
    >
      {(generation, tile) => (
        <WallTile
          generation={generation}
          among={data.items}
          tile={tile}
          onOpen={() => onOpen(data.items, generation.id)}
        />
      )}
    </JustifiedGrid>
  );
}
