import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { ChallengePage } from '../features/competitions/challenge-page.tsx';
import { useIsSignedIn } from '../features/members/session.ts';
import { generationIdOf } from '../features/images/slides.ts';
import { LatePublicViewer } from '../features/public-gallery/late-viewer.tsx';

/** A challenge with the viewer of the public gallery. */
export function ChallengeRoute({ kind }: { kind: ChallengeKind }) {
  const signedIn = useIsSignedIn();
  return (
    <ChallengePage
      kind={kind}
      viewer={(generation, viewed, { view, close, closeToHeading }) => (
        <LatePublicViewer
          generations={generation?.id === generationIdOf(viewed) ? [generation] : []}
          shown={viewed}
          onShow={view}
          signedIn={signedIn}
          onClose={close}
          onGone={closeToHeading}
        />
      )}
    />
  );
}
