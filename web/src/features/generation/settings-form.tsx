import {
  defaultProvider,
  handOf,
  isBuiltIn,
  models,
  styles as pictureStyles,
  imageCounts,
} from '@easel/contracts/generation/policy';
import { Sparkles } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { capitalised } from '../../lib/figures.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { openDialogs } from '../../ui/open-dialogs.ts';
import { SelectField } from '../../ui/select.tsx';
import { ResolutionField } from '../images/resolution-field.tsx';
import { AdvancedSettings } from './advanced-settings.tsx';
import type { FormChanges } from './form-sources.ts';
import { promptsOf, type GeneratorForm } from './generator-form.ts';
import { PriceLine } from './price-line.tsx';
import { PromptField } from './prompt-field.tsx';
import styles from './settings-form.module.css';
import { RemixNotice } from './remix-notice.tsx';
import { ShapeField } from './shape-field.tsx';
import type { Funds } from './order-price.ts';
import { WordsField } from './words-field.tsx';

/** It knows all the words that can be drawn: more than the form's first paint should wait for. */
const UnderstandingNotes = lazy(() => import('./understanding.tsx'));

interface SettingsFormProps {
  form: UseFormReturn<GeneratorForm>;
  funds: Funds;
  onApply: (changes: FormChanges) => void;
  onOrder: (values: GeneratorForm) => void;
}

/** `super_real` → `Super real`. */
const modelOptions = models.map((value) => ({ value, label: capitalised(value.replaceAll('_', ' ')) }));

export function SettingsForm({ form, funds, onApply, onOrder }: SettingsFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { register, handleSubmit } = form;
  useSubmitKeys(() => element.current?.requestSubmit());
  const submit = handleSubmit(onOrder);

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        <RemixNotice form={form} />
        <PromptField form={form} onApply={onApply} />
        <WordsField form={form} />
        {isBuiltIn(defaultProvider) && <Understood form={form} onApply={onApply} />}
        <ModelField form={form} />
        <ChoiceGroup legend="Style" layout="chips">
          {pictureStyles.map((style) => (
            <Choice key={style} {...register('style')} value={style}>
              {capitalised(style)}
            </Choice>
          ))}
        </ChoiceGroup>
        <ShapeField form={form} />
        <div className={styles.pair}>
          <Resolution form={form} />
          <ChoiceGroup legend="Images" layout="row">
            {imageCounts.map((known) => (
              <Choice key={known} {...register('count')} value={String(known)} label={String(known)}>
                {known}
                <small>{known === 1 ? 'image' : 'images'}</small>
              </Choice>
            ))}
          </ChoiceGroup>
        </div>
        <AdvancedSettings form={form} />
      </div>
      <Foot form={form} funds={funds} />
    </form>
  );
}

/** The model, and by what hand the built-in renderer draws it. */
function ModelField({ form }: Pick<SettingsFormProps, 'form'>) {
  const model = useWatch({ control: form.control, name: 'model' });
  const hint = isBuiltIn(defaultProvider) ? { hint: handOf[model] } : {};
  return <SelectField {...form.register('model')} label="Model" options={modelOptions} {...hint} />;
}

function Resolution({ form }: Pick<SettingsFormProps, 'form'>) {
  const chosen = useWatch({ control: form.control, name: 'resolution' });
  return <ResolutionField chosen={chosen} inputOf={() => form.register('resolution')} />;
}

/** What is understood of the prompt, once there is one. */
function Understood({ form, onApply }: Pick<SettingsFormProps, 'form' | 'onApply'>) {
  const isWritten = useWatch({ control: form.control, compute: ({ prompt }) => prompt.trim() !== '' });
  return (
    // The inner one holds a line: a row of the form that had a least height of its own would be squeezed to it.
    <div>
      <div className={styles.understood}>
        {isWritten && (
          <Suspense fallback={null}>
            <UnderstandingNotes form={form} onApply={onApply} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** The price and the button; apart, so that a keystroke renders nothing else. */
function Foot({ form, funds }: Pick<SettingsFormProps, 'form' | 'funds'>) {
  const online = useOnline();
  const values = useWatch({ control: form.control, compute: (all) => all });
  const prompts = values.several ? promptsOf(values).length : 1;
  return (
    <div className={styles.foot}>
      <PriceLine values={values} prompts={prompts} funds={funds} />
      <Button type="submit" look="primary" className={styles.submit} aria-keyshortcuts="Control+Enter">
        <Sparkles size={20} aria-hidden="true" />
        {prompts > 1 ? `Generate ${prompts} prompts` : 'Generate'}
        <kbd className={styles.keys}>Ctrl + Enter</kbd>
      </Button>
      {!online && (
        <p className={styles.offline}>Without a connection orders wait here, and are sent when it is back.</p>
      )}
    </div>
  );
}

/** Ctrl or Command with Enter, wherever the focus is, as long as no dialog is open. */
function useSubmitKeys(submit: () => void): void {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (openDialogs.get().length > 0) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
