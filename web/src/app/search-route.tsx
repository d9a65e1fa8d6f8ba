import { ChallengeCards } from '../features/competitions/challenge-cards.tsx';
import { useIsSignedIn } from '../features/members/session.ts';
import { PublicGridSkeleton } from '../features/public-gallery/public-grid-skeleton.tsx';
import { PublicGrid } from '../features/public-gallery/public-grid.tsx';
import { SearchPage, type FrontOf } from '../features/search/search-page.tsx';

/** Discovery, on the cards of the public gallery. Members are shown no front: it does not come to them. */
export default function SearchRoute({ front }: { front?: FrontOf }) {
  const signedIn = useIsSignedIn();
  return (
    <SearchPage
      grid={(label, generations, isBelow = false) => (
        <PublicGrid label={label} generations={generations} signedIn={signedIn} isBelow={isBelow} />
      )}
      skeleton={<PublicGridSkeleton />}
      front={front}
      challenges={<ChallengeCards />}
    />
  );
}
