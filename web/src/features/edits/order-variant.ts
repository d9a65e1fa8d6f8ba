import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import type { VariantRequest } from '@easel/contracts/generation/bodies.http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnew, useCommand } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';
import { askedOf } from '../images/asked-of.ts';
import { newPriceOf, newPriceText } from '../providers/price-change.ts';
import { useProviders } from '../providers/providers-query.ts';
import { variantOffer, type VariantOffer, type VariantWish } from './variant-offer.ts';

type Body = Partial<VariantRequest>;

interface Ordering {
  /** As the image was asked for that is begun with. */
  generation: Generation;
  wish?: VariantWish;
  onOrdered: (() => void) | undefined;
  onClose: () => void;
}

export interface VariantOrder extends Pick<VariantOffer, 'choice'> {
  /** What it costs now: as it is shown, or as the server said since. */
  credits: number;
  enlargedFrom: VariantOffer['offer']['enlargedFrom'];
  /** Why it was not ordered, where the member can go on from it: another price, or a prompt that is not understood. */
  newPrice: string | undefined;
  notUnderstood: string | undefined;
  busy: boolean;
  /** `prepare` gives what is sent, and may send files before. */
  submit: (prepare: () => Body | Promise<Body>) => void;
  /** The member has changed something. */
  reset: () => void;
}

/** Orders another image of a picture at the price that is shown. */
export function useOrderVariant({ generation, wish, onOrdered, onClose }: Ordering): VariantOrder {
  const client = useQueryClient();
  const providers = useProviders();
  const create = useCommand(generationHttp.createVariant);
  const [preparing, setPreparing] = useState(false);
  const { choice, offer, resolution } = variantOffer(providers, generation, wish);
  const newPrice = newPriceOf(create.error);
  const credits = newPrice ?? tenthsToCredits(offer.tenths);
  const busy = preparing || create.isPending;

  const order = (body: Body) =>
    create.mutate(
      {
        params: { id: generation.id },
        body: {
          resolution,
          ...body,
          expected_credits: credits,
          // Where there is a choice, it is the one whose price was shown.
          ...(providers.isConfigured && choice.provider && { provider: choice.provider.name }),
        },
      },
      {
        onSuccess({ notice }) {
          if (notice !== undefined) toast.info(notice);
          onOrdered?.();
          onClose();
        },
        onError(error) {
          if (askedOf(error) !== undefined) return;
          void readAnew(client, 'providers');
          if (newPriceOf(error) === undefined) toast.error(messageOf(error, 'Failed to create variant'));
        },
      },
    );
  const submit: VariantOrder['submit'] = (prepare) => {
    if (busy || choice.refusal !== undefined) return;
    toast.info('Creating variant...');
    setPreparing(true);
    void Promise.resolve()
      .then(prepare)
      .then(order, (error: unknown) => toast.error(messageOf(error, 'Failed to create variant')))
      .finally(() => setPreparing(false));
  };
  return {
    choice,
    credits,
    enlargedFrom: offer.enlargedFrom,
    newPrice: newPrice === undefined ? undefined : newPriceText(newPrice),
    notUnderstood: askedOf(create.error),
    busy,
    submit,
    reset: () => create.isError && create.reset(),
  };
}
