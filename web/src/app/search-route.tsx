import { PublicGridSkeleton } from '../features/public-gallery/public-grid-skeleton.tsx';
import { PublicGrid } from '../features/public-gallery/public-grid.tsx';
import { SearchPage } from '../features/search/search-page.tsx';
import { useIsSignedIn } from '../features/members/session.ts';
import { VisitorTrial } from './trial.tsx';

/** Discovery, on the cards of the public gallery. */
export default function SearchRoute() {
  const signedIn = useIsSignedIn();
  return (
    <SearchPage
      tryIt={signedIn ? undefined : <VisitorTrial />}
      grid={(label, generations) => <PublicGrid label={label} generations={generations} signedIn={signedIn} />}
      skeleton={<PublicGridSkeleton />}
    />
  );
}
