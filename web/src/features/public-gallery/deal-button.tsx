import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { BadgeCheck, Download, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useImageDeals, type WantedImage } from '../images/image-deals.ts';

interface Deal {
  label: string;
  icon: typeof Download;
  disabled: boolean;
  onClick: () => void;
}

interface DealButtonProps {
  image: WantedImage;
  children: (deal: Deal) => ReactNode;
}

/**
 * Chooses what a member can do to have an image: download one's own, open what was bought, or buy it unless it is
 * entered in a challenge that is open. spec: public-and-commerce §6.
 */
export function DealButton({ image, children }: DealButtonProps) {
  const { openPurchase, openDownload } = useImageDeals();
  const now = useNow();
  const { entry, isPublic, yours } = image.generation;
  // What is private is one's own.
  if (!isPublic || yours === 'made') {
    return children({
      label: 'Download',
      icon: Download,
      disabled: false,
      onClick: () => openDownload({ ...image, place: 'public' }),
    });
  }
  const onClick = () => openPurchase(image);
  if (yours === 'bought') return children({ label: 'Bought', icon: BadgeCheck, disabled: false, onClick });
  const isPaused = entry !== undefined && now < new Date(entry.closes_at);
  const label = isPaused ? purchaseProblems.salesPaused.message : 'Buy Image';
  return children({ label, icon: ShoppingBag, disabled: isPaused, onClick });
}
