import { FavoritesPage } from '../features/favorites/favorites-page.tsx';
import { PublicGridSkeleton } from '../features/public-gallery/public-grid-skeleton.tsx';
import { PublicGrid } from '../features/public-gallery/public-grid.tsx';

/** What the member has chosen, on the cards of the public gallery. */
export default function FavoritesRoute() {
  return (
    <FavoritesPage
      grid={(generations) => <PublicGrid label="Favorites" generations={generations} signedIn />}
      skeleton={<PublicGridSkeleton />}
    />
  );
}
