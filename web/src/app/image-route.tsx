import type { Generation } from '@easel/contracts/generation/http';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useImageDeals } from '../features/images/image-deals.ts';
import { useIsSignedIn } from '../features/members/session.ts';
import { Lineage } from '../features/people/lineage.tsx';
import ImagePage from '../features/public-gallery/image-page.tsx';
import { PublicGrid } from '../features/public-gallery/public-grid.tsx';
import { waitingDeal } from '../features/purchases/waiting-deal.ts';
import { Related } from '../features/search/related.tsx';

/** A public picture, with what it was remixed from and what was made of it, and others to go on to. */
export default function ImageRoute() {
  const signedIn = useIsSignedIn();
  return (
    <ImagePage
      after={(generation) => (
        <>
          <WaitingDeal generation={generation} />
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

/** Who comes back from filling the wallet finds the purchase as it was left. */
function WaitingDeal({ generation }: { generation: Generation }) {
  const [params] = useSearchParams();
  const { openPurchase } = useImageDeals();
  const isBack = params.has('buy');
  useEffect(() => {
    const waiting = isBack ? waitingDeal.get() : undefined;
    if (waiting?.generationId !== generation.id) return;
    waitingDeal.drop();
    openPurchase({ generation, variantIndex: waiting.variantIndex, chosen: waiting.chosen });
  }, [isBack, generation, openPurchase]);
  return null;
}
