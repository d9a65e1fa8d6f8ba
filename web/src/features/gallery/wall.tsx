import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { closeToHeading } from '../../lib/focus.ts';
import { moveByArrows } from '../../lib/grid-keys.ts';
import { useWidth } from '../../lib/use-width.ts';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { NearSection } from '../../ui/near-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
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

interface Opened {
  generations: readonly Generation[];
  id: string;
}

/**
 * Every picture of the gallery on one page, however many there are. It is cut into parts that are read and rendered
 * only near the viewport and forgotten far from it.
 */
export default function Wall({ filter, total }: { filter: Filter; total: number }) {
  const [ref, widthPx] = useWidth<HTMLDivElement>();
  const [opened, setOpened] = useState<Opened | null>(null);
  const parts = Math.ceil(total / WALL_PAGE);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={ref} className={styles.wall} onKeyDown={moveByArrows}>
        {widthPx > 0 &&
          Array.from({ length: parts }, (_, part) => {
            const count = Math.min(WALL_PAGE, total - part * WALL_PAGE);
            return (
              <NearSection key={part} estimatePx={guessedHeightPx(count, widthPx)}>
                {() => (
                  <WallPart
                    filter={filter}
                    part={part}
                    count={count}
                    isLast={part === parts - 1}
                    widthPx={widthPx}
                    onOpen={setOpened}
                  />
                )}
              </NearSection>
            );
          })}
      </div>
      {opened && (
        <LateImageViewer
          generations={opened.generations}
          start={{ generationId: opened.id, variantIndex: 0 }}
          onClose={() => setOpened(null)}
          onDeleted={() => closeToHeading(() => setOpened(null))}
        />
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
  onOpen: (opened: Opened) => void;
}

function WallPart({ filter, part, count, isLast, widthPx, onOpen }: WallPartProps) {
  const { data: known, error, refetch } = useQuery(wallQuery(filter, part));
  // Its pictures are rendered in slices, so that scrolling goes on meanwhile.
  const data = useDeferredValue(known, undefined);
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
          onOpen={() => onOpen({ generations: data.items, id: generation.id })}
        />
      )}
    </JustifiedGrid>
  );
}
