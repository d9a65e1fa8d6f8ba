import { isBuiltIn, priceTenths } from '@easel/contracts/generation/policy';
import type { KnownProvider } from '@easel/contracts/providers/policy';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { Asked, Offer } from '../providers/offers.ts';
import { useProviders, type Providers } from '../providers/providers-query.ts';
import { ratioIn, type GeneratorForm } from './generator-form.ts';

/** Who makes what the form asks for. */
export interface Chosen {
  providers: Providers;
  asked: Asked;
  /** Whoever was chosen; where nobody was, the one whose limits are shown. Undefined: the built-in renderer alone. */
  maker: KnownProvider | undefined;
  isBuiltIn: boolean;
  /** Why no provider can make it as it is, or not now. */
  refusal: { kind: 'impossible' | 'unavailable'; reason: string } | undefined;
}

type Asking = Pick<GeneratorForm, 'model' | 'mode' | 'aspect_ratio' | 'resolution' | 'provider' | 'references'>;

export function chosenFor(providers: Providers, form: Asking): Chosen {
  const asked: Asked = {
    model: form.model,
    provider: form.provider,
    aspectRatio: ratioIn(form.mode, form.aspect_ratio),
    resolution: form.resolution,
    isTshirtDesign: form.mode === 'tshirt',
    references: form.references.length,
  };
  const { offers } = providers;
  const choice = offers?.choiceOf(providers, asked);
  const maker = offers?.makerOf(providers, asked);
  return {
    providers,
    asked,
    maker,
    isBuiltIn: !maker || isBuiltIn(maker.name),
    refusal: choice?.refusal === undefined ? undefined : { kind: choice.refusal, reason: choice.reason },
  };
}

/** What so many pictures of it cost, at whoever makes them. */
export const offerFor = ({ offers, ...providers }: Providers, asked: Asked, count = 1): Offer =>
  offers?.offerIn(providers, asked, count) ?? {
    tenths: priceTenths(asked.resolution, count),
    enlargedFrom: undefined,
  };

export function useChosen({ control }: Pick<UseFormReturn<GeneratorForm>, 'control'>): Chosen {
  const providers = useProviders();
  const [model, mode, aspect_ratio, resolution, provider, references] = useWatch({
    control,
    name: ['model', 'mode', 'aspect_ratio', 'resolution', 'provider', 'references'],
  });
  return chosenFor(providers, { model, mode, aspect_ratio, resolution, provider, references });
}
