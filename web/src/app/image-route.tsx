import { useIsSignedIn } from '../features/members/session.ts';
import { Lineage } from '../features/people/lineage.tsx';
import ImagePage from '../features/public-gallery/image-page.tsx';
import { PublicGrid } from '../features/public-gallery/public-grid.tsx';
import { Related } from '../features/search/related.tsx';

/** A public picture, with what it was remixed from and what was made of it, and others to go on to. */
export default function ImageRoute() {
  const signedIn = useIsSignedIn();
  return (
    <ImagePage
      after={(generation) => (
        <>
          <Lineage generation={generation} />
          <Related
            generation={generation}
            grid={(label, generations) => (
              <PublicGrid label={label} generations={generations} signedIn={signedIn} isBelow />
            )}
          />
        </>
      )}
    />
  );
}
