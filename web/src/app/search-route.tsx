import { useState } from 'react';
import { ChallengeCards } from '../features/competitions/challenge-cards.tsx';
import { ChosenWall, WallSkeleton } from '../features/landing/chosen-wall.tsx';
import { chosenOf } from '../features/landing/chosen.ts';
import { Closing } from '../features/landing/closing.tsx';
import { FrontWords } from '../features/landing/front-words.tsx';
import { LeadPicture, LeadSkeleton } from '../features/landing/lead-picture.tsx';
import { PlanPrices } from '../features/landing/plan-prices.tsx';
import { Steps } from '../features/landing/steps.tsx';
import { useIsSignedIn } from '../features/members/session.ts';
import { LatePublicViewer } from '../features/public-gallery/late-viewer.tsx';
import { PublicGridSkeleton } from '../features/public-gallery/public-grid-skeleton.tsx';
import { PublicGrid } from '../features/public-gallery/public-grid.tsx';
import { SearchPage, type Front } from '../features/search/search-page.tsx';
import { VisitorTrial } from './trial.tsx';

/** Discovery, on the cards of the public gallery; before visitors search, the front door. */
export default function SearchRoute() {
  const signedIn = useIsSignedIn();
  const [viewed, setViewed] = useState<string | null>(null);

  const front: Parameters<typeof SearchPage>[0]['front'] = (newest, isComing): Front => {
    const chosen = newest && chosenOf(newest.items);
    const all = chosen ? [chosen.lead, ...chosen.others] : [];
    return {
      title: 'Pictures from words',
      words: <FrontWords tryIt={<VisitorTrial />} />,
      picture: chosen ? (
        <LeadPicture generation={chosen.lead} onOpen={() => setViewed(chosen.lead.id)} />
      ) : (
        isComing && <LeadSkeleton />
      ),
      first: (
        <>
          {chosen && <ChosenWall generations={chosen.others} onOpen={setViewed} />}
          {isComing ? <WallSkeleton /> : <Steps />}
          {viewed !== null && (
            <LatePublicViewer generations={all} startId={viewed} signedIn={signedIn} onClose={() => setViewed(null)} />
          )}
        </>
      ),
      last: (
        <>
          <PlanPrices />
          <Closing publicPictures={newest?.total} />
        </>
      ),
      shows: (generation) => all.includes(generation),
    };
  };

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
