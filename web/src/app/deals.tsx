import { useLayoutEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { HowToCompete } from '../features/competitions/how-to-compete.tsx';
import { Heart } from '../features/favorites/heart.tsx';
import {
  ImageDealsContext,
  type DealProps,
  type ImageDeals,
  type WantedImage,
} from '../features/images/image-deals.ts';
import { TierContext } from '../features/images/size-lock.ts';
import { Report } from '../features/messages/report.tsx';
import { useIsSignedIn } from '../features/members/session.ts';
import { token } from '../lib/token.ts';
import { toast } from '../ui/toast.tsx';
import { CollectingDeals } from './collecting-deals.tsx';
import { useTier } from './member-funds.ts';
import { NewVersion } from './new-version.tsx';

interface OpenDeal {
  Dialog: ComponentType<DealProps>;
  image: WantedImage;
  /** Where in the history: a link in the dialog closes it. */
  at: string;
}

const loaders = {
  purchase: () => import('./purchase-deal.tsx'),
  download: () => import('./download-deal.tsx'),
};

/** Lets every page open the dialogs about an image, whose code comes when somebody does. */
export function Deals({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const here = useRef(key);
  const [deal, setDeal] = useState<OpenDeal | null>(null);
  const signedIn = useIsSignedIn();

  useLayoutEffect(() => {
    here.current = key;
  }, [key]);

  const deals = useMemo<ImageDeals>(() => {
    const open = async (kind: keyof typeof loaders, image: WantedImage) => {
      if (token.get() === null) return toast.error('Please log in to purchase images');
      if (!image.generation.variants[image.variantIndex]) return toast.error('No image available for download');
      const at = here.current;
      try {
        const { default: Dialog } = await loaders[kind]();
        if (at === here.current) setDeal({ Dialog, image, at });
      } catch {
        toast.error('Network error. Please check your connection and try again.');
      }
    };
    return {
      openPurchase: (image) => void open('purchase', image),
      openDownload: (image) => void open('download', image),
      Heart,
      Report,
    };
  }, []);

  return (
    <TierContext value={useTier()}>
      <ImageDealsContext value={deals}>
        <CollectingDeals>{children}</CollectingDeals>
        <HowToCompete />
        <NewVersion />
        {deal && deal.at === key && signedIn && <deal.Dialog image={deal.image} onClose={() => setDeal(null)} />}
      </ImageDealsContext>
    </TierContext>
  );
}
