import { lazy, Suspense, type ComponentProps } from 'react';
import { useValues } from '../../lib/live-form.ts';
import { offersWords } from './generator-form.ts';

const WordsField = lazy(() => import('./words-field.tsx'));

/** The words that a picture will bear; its code comes with the first form that asks for them. */
export function LateWordsField(props: ComponentProps<typeof WordsField>) {
  const { mode, several, prompt, lettering } = useValues(props.form, ['mode', 'several', 'prompt', 'lettering']);
  if (several || !offersWords({ mode, prompt, lettering })) return null;
  return (
    <Suspense>
      <WordsField {...props} />
    </Suspense>
  );
}
