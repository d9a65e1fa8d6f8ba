import { lazy, Suspense } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { offersWords, type GeneratorForm } from './generator-form.ts';

const WordsField = lazy(() => import('./words-field.tsx'));

/** The words that a picture will bear; its code comes with the first form that asks for them. */
export function LateWordsField({ form }: { form: UseFormReturn<GeneratorForm> }) {
  const [mode, several, prompt, lettering] = useWatch({
    control: form.control,
    name: ['mode', 'several', 'prompt', 'lettering'],
  });
  if (several || !offersWords({ mode, prompt, lettering })) return null;
  return (
    <Suspense>
      <WordsField form={form} />
    </Suspense>
  );
}
