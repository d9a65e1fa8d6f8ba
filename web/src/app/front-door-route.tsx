import { generationIdOf, slideKey } from '../features/images/slides.ts';
import { ChosenWall, WallSkeleton } from '../features/landing/chosen-wall.tsx';
import { chosenOf } from '../features/landing/chosen.ts';
import { Closing } from '../features/landing/closing.tsx';
import { FrontWords } from '../features/landing/front-words.tsx';
import { LeadPicture, LeadSkeleton } from '../features/landing/lead-picture.tsx';
import { PlanPrices } from '../features/landing/plan-prices.tsx';
import { Steps } from '../features/landing/steps.tsx';
import { useIsSignedIn } from '../features/members/session.ts';
import { LatePublicViewer } from '../features/public-gallery/late-viewer.tsx';
import type { Front, FrontOf } from '../features/search/search-page.tsx';
import { TrialField } from '../features/trial/trial-field.tsx';
import { useViewed } from '../ui/viewed.ts';
import SearchRoute from './search-route.tsx';
import { VisitorPicture } from './trial.tsx';

/** Discovery as visitors have it: before they search, the front door. */
export default function FrontDoorRoute() {
  const signedIn = useIsSignedIn();
  const { viewed, view, close, closeToHeading } = useViewed();

  const front: FrontOf = (newest, isComing): Front => {
    const chosen = newest && chosenOf(newest.items);
    const all = chosen ? [chosen.lead, ...chosen.others] : [];
    return {
      title: 'Pictures from words',
      words: <FrontWords tryIt={<TrialField />} />,
      picture: (
        <VisitorPicture>
          {chosen ? (
            <LeadPicture generation={chosen.lead} onOpen={() => view(slideKey(chosen.lead.id, 0))} />
          ) : (
            isComing && <LeadSkeleton />
          )}
        </VisitorPicture>
      ),
      first: (
        <>
          {chosen && <ChosenWall generations={chosen.others} onOpen={(id) => view(slideKey(id, 0))} />}
          {isComing ? <WallSkeleton /> : <Steps />}
          {viewed !== null && all.some(({ id }) => id === generationIdOf(viewed)) && (
            <LatePublicViewer
              generations={all}
              shown={viewed}
              onShow={view}
              signedIn={signedIn}
              onClose={close}
              onGone={closeToHeading}
            />
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

  return <SearchRoute front={front} />;
}
