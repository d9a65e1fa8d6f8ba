import { useId } from 'react';
import { useValues, type LiveForm } from '../../lib/live-form.ts';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { useChosen } from './chosen.ts';
import type { FormChanges } from './form-sources.ts';
import { ratioIn, type GeneratorForm, type Mode } from './generator-form.ts';
import { HelpButton } from './help-button.tsx';
import { HistoryMenu } from './history-menu.tsx';
import { PresetMenu } from './preset-menu.tsx';
import styles from './studio-tools.module.css';

const MODES: readonly { mode: Mode; name: string }[] = [
  { mode: 'image', name: 'Image' },
  { mode: 'tshirt', name: 'T-shirt' },
  { mode: 'poster', name: 'Poster' },
];

interface StudioToolsProps {
  form: LiveForm<GeneratorForm>;
  onApply: (changes: FormChanges, message?: string) => void;
}

/** What the picture is for, and what fills the form: earlier prompts, presets. */
export function StudioTools({ form, onApply }: StudioToolsProps) {
  const mode = form.register('mode', {
    // The form has the new mode already.
    onChange: () => form.setValue('aspect_ratio', ratioIn(form.getValues('mode'), form.getValues('aspect_ratio'))),
  });
  const { mode: current } = useValues(form, ['mode']);
  const { providers, asked } = useChosen(form);
  const noteId = useId();
  const whyNoTshirt = providers.offers?.whyImpossible(providers, {
    ...asked,
    aspectRatio: 'square_1_1',
    isTshirtDesign: true,
    references: 0,
  });
  return (
    <div className={styles.tools}>
      <div className={styles.mode}>
        <ChoiceGroup legend="Made for" layout="row">
          {MODES.map(({ mode: value, name }) => (
            <Choice
              key={value}
              {...mode}
              value={value}
              // The chosen one stays: the form forgets the value of a disabled field.
              disabled={value === 'tshirt' && current !== value && whyNoTshirt !== undefined}
              aria-describedby={value === 'tshirt' && whyNoTshirt !== undefined ? noteId : undefined}
            >
              {name}
            </Choice>
          ))}
        </ChoiceGroup>
      </div>
      <HistoryMenu onPick={(prompt) => onApply({ prompt, several: false })} />
      <PresetMenu form={form} onApply={onApply} />
      <HelpButton />
      {whyNoTshirt !== undefined && (
        <p id={noteId} className={styles.note}>
          {`No T-shirts: ${whyNoTshirt}`}
        </p>
      )}
    </div>
  );
}
