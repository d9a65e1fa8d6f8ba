import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const LIKELY_RATIOS = [1, 16 / 9, 3 / 4, 1, 4 / 3, 1, 2 / 3, 1, 16 / 9, 1, 3 / 2, 1];

/** The grid before anything is known. */
export function PublicGridSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div aria-hidden="true">
        <JustifiedGrid
          label="Loading"
          minWidthPx={156}
          targetHeightPx={(widthPx) => (widthPx < 600 ? 176 : 240)}
          items={LIKELY_RATIOS}
          ratioOf={(ratio) => ratio}
          keyOf={(_, index) => String(index)}
        >
          {(_, tile) => <Skeleton style={{ height: tile.heightPx + 97 }} />}
        </JustifiedGrid>
      </div>
    </div>
  );
}
