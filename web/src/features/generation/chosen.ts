import type { Choice, KnownProvider } from '@easel/contracts/providers/policy';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { choiceOf, makerOf, type Asked } from '../providers/offers.ts';
import { useProviders, type Providers } from '../providers/providers-query.ts';
import { ratioIn, type GeneratorForm } from './generator-form.ts';

/** Who makes what the form asks for. */
export interface Chosen {
  providers: Providers;
  asked: Asked;
  choice: Choice;
  /** Whoever was chosen; where nobody was, the one whose limits are shown. */
  maker: KnownProvider;
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
  return { providers, asked, choice: choiceOf(providers, asked), maker: makerOf(providers, asked) };
}

export function useChosen({ control }: Pick<UseFormReturn<GeneratorForm>, 'control'>): Chosen {
  const providers = useProviders();
  const [model, mode, aspect_ratio, resolution, provider, references] = useWatch({
    control,
    name: ['model', 'mode', 'aspect_ratio', 'resolution', 'provider', 'references'],
  });
  return chosenFor(providers, { model, mode, aspect_ratio, resolution, provider, references });
}
