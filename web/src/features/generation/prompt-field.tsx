import { BATCH_MAX, PROMPT_MAX } from '@easel/contracts/generation/policy';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { Wand } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useValues, type LiveForm } from '../../lib/live-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Chosen } from './chosen.ts';
import type { FormChanges } from './form-sources.ts';
import { promptsOf, type GeneratorForm } from './generator-form.ts';
import styles from './prompt-field.module.css';
import { templates } from './templates.ts';

/** They know all the words that can be drawn: more than the form's first paint should wait for. */
const UnderstandingNotes = lazy(() => import('./understanding.tsx'));
const Enhancement = lazy(() => import('./enhancement.tsx'));

interface PromptFieldProps {
  form: LiveForm<GeneratorForm>;
  chosen: Chosen;
  onApply: (changes: FormChanges) => void;
}

/**
 * The prompt, or several: ways to begin as long as there is none, then what is understood of it and ways to say more.
 */
export function PromptField({ form, chosen: { isBuiltIn }, onApply }: PromptFieldProps) {
  const { prompt, several } = useValues(form, ['prompt', 'several']);
  // `isBuiltIn`: others understand what they understand.
  const [enhancing, setEnhancing] = useState(false);
  const isBlank = visibleText(prompt) === '';
  return (
    <div className={styles.prompt}>
      <TextArea
        {...form.register('prompt')}
        label={several ? 'Prompts, one a line' : 'Prompt'}
        rows={4}
        placeholder={several ? 'A fox in snow\nAn owl at night' : 'What do you want to see?'}
        error={form.formState.errors.prompt?.message}
        count={several ? promptsOf({ prompt, several }).length : visibleText(prompt).length}
        most={several ? BATCH_MAX : PROMPT_MAX}
      />
      <div className={styles.ways}>
        {isBuiltIn && (
          <Button disabled={isBlank} aria-expanded={enhancing && !isBlank} onClick={() => setEnhancing(!enhancing)}>
            <Wand size={16} aria-hidden="true" />
            Enhance
          </Button>
        )}
        <Switch {...form.register('several')} label="Batch" hint={`Up to ${BATCH_MAX} prompts at once`} />
      </div>
      {isBuiltIn && enhancing && !isBlank && (
        <Suspense fallback={null}>
          <Enhancement
            form={form}
            onUse={(changes) => {
              setEnhancing(false);
              onApply(changes);
            }}
            onClose={() => setEnhancing(false)}
          />
        </Suspense>
      )}
      {isBlank && (
        <ul className={styles.templates} aria-label="Quick start">
          {templates.map(({ name, changes }) => (
            <li key={name}>
              <button type="button" onClick={() => onApply({ ...changes, several: false })}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isBlank && isBuiltIn && (
        <div className={styles.understood}>
          <Suspense fallback={null}>
            <UnderstandingNotes form={form} onApply={onApply} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
