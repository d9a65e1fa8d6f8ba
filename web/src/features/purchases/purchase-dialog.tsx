import type { SubscribedTier } from '@easel/contracts/account/policy';
import { downloadLimits, type DownloadFormat } from '@easel/contracts/downloads/policy';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PictureDialog } from '../../ui/picture-dialog.tsx';
import { FailedState } from '../../ui/states.tsx';
import type { MemberFunds } from '../account/funds.ts';
import type { WantedImage } from '../images/image-deals.ts';
import { askedAs } from '../images/image-details.ts';
import { originalSizeOf } from '../images/image-size.ts';
import { pricesQuery } from '../prices/prices-query.ts';
import type { FileRequest } from './bought-file.ts';
import { BoughtPanel } from './bought-panel.tsx';
import { OfferForm, OfferSkeleton } from './offer-form.tsx';
import { offersOf } from './offers.ts';
import { recordOpened } from './opened.ts';
import { curatorQuery } from './purchase-queries.ts';
import { useSaveBought } from './use-save-bought.ts';

interface PurchaseDialogProps {
  image: WantedImage;
  /** In force; undefined until known. */
  tier: SubscribedTier | undefined;
  funds: MemberFunds;
  /** The member's default. */
  preferredFormat: DownloadFormat;
  onClose: () => void;
}

/** Gets a picture of another member, bought before or not. spec: public-and-commerce §2.6. */
export function PurchaseDialog({ image, tier, funds, preferredFormat, onClose }: PurchaseDialogProps) {
  const { generation, variantIndex } = image;
  const variant = generation.variants[variantIndex];
  const prices = useQuery(pricesQuery);
  const curator = useQuery(curatorQuery(generation.id));
  const saving = useSaveBought();
  const [buying, setBuying] = useState(false);
  const [bought, setBought] = useState<{ purchaseId: string; request: FileRequest } | null>(null);
  useEffect(() => recordOpened(generation.id), [generation.id]);
  if (!variant) return null;

  const content = () => {
    if (bought !== null) {
      return <BoughtPanel state={saving.status} onRetry={() => saving.mutate(bought)} onClose={onClose} />;
    }
    const failed = [prices, curator].find(
      ({ data, error, fetchStatus }) => !data && (error || fetchStatus === 'paused'),
    );
    if (failed) return <FailedState error={failed.error} onRetry={() => void failed.refetch()} />;
    if (!prices.data || !curator.data || tier === undefined) return <OfferSkeleton />;
    const original = originalSizeOf(image);
    const { isCuratorImage, prices: curatorDollars } = curator.data;
    return (
      <OfferForm
        image={image}
        variantId={variant.id}
        formats={downloadLimits(tier).formats}
        preferredFormat={preferredFormat}
        offers={offersOf({
          image: variant,
          original,
          tier,
          prices: prices.data.prices,
          curatorDollars: isCuratorImage ? curatorDollars : null,
        })}
        original={original}
        cashOnly={isCuratorImage}
        funds={funds}
        onBusy={setBuying}
        onBought={(purchaseId, format) => {
          const file = { purchaseId, request: { format } };
          setBought(file);
          saving.mutate(file);
        }}
        onDone={onClose}
      />
    );
  };

  return (
    <PictureDialog
      title="Purchase Image"
      picture={variant}
      about={askedAs(generation, variantIndex).original_prompt}
      // What is being paid for is waited for.
      onClose={() => buying || onClose()}
    >
      {content()}
    </PictureDialog>
  );
}
