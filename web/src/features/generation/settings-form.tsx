import { imageCounts } from '@easel/contracts/generation/policy';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LiveForm } from '../../lib/live-form.ts';
import { useStore } from '../../lib/store.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { openDialogs } from '../../ui/open-dialogs.ts';
import { ResolutionField } from '../images/resolution-field.tsx';
import { AdvancedSettings } from './advanced-settings.tsx';
import { offerFor, useChosen, type Chosen } from './chosen.ts';
import type { FormChanges } from './form-sources.ts';
import { promptsOf, type GeneratorForm } from './generator-form.ts';
import { loadJobButtons } from './late-job-buttons.ts';
import { LateReferencesField } from './late-references-field.tsx';
import { LateRemixNotice } from './late-remix-notice.tsx';
import { LateWordsField } from './late-words-field.tsx';
import { LateMadeByField } from './late-made-by-field.tsx';
import { MannerField } from './manner-field.tsx';
import { PriceLine } from './price-line.tsx';
import { PromptField } from './prompt-field.tsx';
import styles from './settings-form.module.css';
import { ShapeField } from './shape-field.tsx';
import { LateRefusalNotice } from './late-refusal-notice.tsx';
import type { Funds } from './order-price.ts';

interface SettingsFormProps {
  form: LiveForm<GeneratorForm>;
  funds: Funds;
  onApply: (changes: FormChanges) => void;
  onOrder: (values: GeneratorForm) => void;
}

export function SettingsForm({ form, funds, onApply, onOrder }: SettingsFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useSubmitKeys(() => element.current?.requestSubmit());
  const chosen = useChosen(form);
  const submit = form.handleSubmit((values) => {
    // The foot says why.
    if (chosen.refusal === undefined) onOrder(values);
  });
  useEffect(() => {
    const shown = element.current;
    shown?.addEventListener('focusin', loadJobButtons, { once: true });
    return () => shown?.removeEventListener('focusin', loadJobButtons);
  }, []);

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.fields}>
        <LateRemixNotice form={form} />
        <PromptField form={form} chosen={chosen} onApply={onApply} />
        <LateWordsField form={form} chosen={chosen} />
        <LateReferencesField form={form} chosen={chosen} />
        <div className={styles.row}>
          <ShapeField form={form} chosen={chosen} />
          <ChoiceGroup legend="Images" layout="row">
            {imageCounts.map((known) => (
              <Choice key={known} {...form.register('count')} value={String(known)} label={String(known)}>
                {known}
              </Choice>
            ))}
          </ChoiceGroup>
          <Resolution form={form} chosen={chosen} />
        </div>
        <LateMadeByField form={form} chosen={chosen} />
        <MannerField form={form} chosen={chosen} />
        <AdvancedSettings form={form} chosen={chosen} />
      </div>
      <Foot form={form} chosen={chosen} funds={funds} />
    </form>
  );
}

interface PartProps extends Pick<SettingsFormProps, 'form'> {
  chosen: Chosen;
}

function Resolution({ form, chosen: { providers, asked } }: PartProps) {
  return (
    <ResolutionField
      className={styles.resolution}
      chosen={asked.resolution}
      inputOf={() => form.register('resolution')}
      offerIn={(resolution) => offerFor(providers, { ...asked, resolution })}
    />
  );
}

/** The price and the button; apart, so that a keystroke renders nothing else. */
function Foot({ form, chosen, funds }: PartProps & Pick<SettingsFormProps, 'funds'>) {
  const online = useOnline();
  const values = useStore(form.values);
  const isRefused = chosen.refusal !== undefined;
  const prompts = values.several ? promptsOf(values).length : 1;
  return (
    <div className={styles.foot} data-docked>
      {isRefused && <LateRefusalNotice form={form} chosen={chosen} />}
      <PriceLine chosen={chosen} values={values} prompts={prompts} funds={funds} />
      <Button
        type="submit"
        look="primary"
        className={styles.submit}
        aria-keyshortcuts="Control+Enter"
        disabled={isRefused}
      >
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
