import type { PictureGrid } from '../features/people/more-pictures.tsx';
import { PublicGridSkeleton } from '../features/public-gallery/public-grid-skeleton.tsx';
import { PublicGrid } from '../features/public-gallery/public-grid.tsx';
import { token } from '../lib/token.ts';
import { useStore } from '../lib/store.ts';

/** The cards of the public gallery, for pages that show such pictures. */
export function usePublicGrid(): PictureGrid {
  const signedIn = useStore(token) !== null;
  return {
    grid: (label, generations) => <PublicGrid label={label} generations={generations} signedIn={signedIn} />,
    skeleton: <PublicGridSkeleton />,
  };
}
