import { lazy, Suspense, type ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { offersWords } from './generator-form.ts';

const WordsField = lazy(() => import('./words-field.tsx'));

/** The words that a picture will bear; its code comes with the first form that asks for them. */
export function LateWordsField(props: ComponentProps<typeof WordsField>) {
  const [mode, several, prompt, lettering] = useWatch({
    control: props.form.control,
    name: ['mode', 'several', 'prompt', 'lettering'],
  });
  if (several || !offersWords({ mode, prompt, lettering })) return null;
  return (
    <Suspense>
      <WordsField {...props} />
    </Suspense>
  );
}
