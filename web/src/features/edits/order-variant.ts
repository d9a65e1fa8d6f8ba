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
  /** The generation whose image is changed. */
  generation: Generation;
  wish?: VariantWish;
  onOrdered: (() => void) | undefined;
  onClose: () => void;
}

export interface VariantOrder extends Pick<VariantOffer, 'choice'> {
  /** Current price in credits: the shown one, or a newer one from the server. */
  credits: number;
  enlargedFrom: VariantOffer['offer']['enlargedFrom'];
  /** Why the order was refused, when the member can continue: a new price, or a prompt that is not understood. */
  newPrice: string | undefined;
  notUnderstood: string | undefined;
  busy: boolean;
  /** Orders the variant. `prepare` returns the request's body, and may upload files first. */
  submit: (prepare: () => Body | Promise<Body>) => void;
  /** Clears a refusal after the member changed something. */
  reset: () => void;
}

/** Orders another variant of a picture at the shown price. */
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
          // Name the provider whose price was shown, if several are configured.
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
