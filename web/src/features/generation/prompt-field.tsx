import { BATCH_MAX, PROMPT_MAX } from '@easel/contracts/generation/policy';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { TextArea } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { FormChanges } from './form-sources.ts';
import { promptsOf, type GeneratorForm } from './generator-form.ts';
import styles from './prompt-field.module.css';
import { templates } from './templates.ts';

interface PromptFieldProps {
  form: UseFormReturn<GeneratorForm>;
  onApply: (changes: FormChanges) => void;
}

/** The prompt, or several, with ways to begin. */
export function PromptField({ form, onApply }: PromptFieldProps) {
  const { register, control, formState } = form;
  const [prompt, several] = useWatch({ control, name: ['prompt', 'several'] });
  return (
    <div className={styles.prompt}>
      <TextArea
        {...register('prompt')}
        label={several ? 'Prompts, one a line' : 'Prompt'}
        rows={several ? 5 : 3}
        placeholder={several ? 'A fox in snow\nAn owl at night' : 'What do you want to see?'}
        error={formState.errors.prompt?.message}
        count={several ? promptsOf({ prompt, several }).length : prompt.trim().length}
        most={several ? BATCH_MAX : PROMPT_MAX}
      />
      <ul className={styles.templates} aria-label="Quick start">
        {templates.map(({ name, changes }) => (
          <li key={name}>
            <button type="button" onClick={() => onApply({ ...changes, several: false })}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <Switch {...register('several')} label="Batch" hint={`Up to ${BATCH_MAX} prompts at once, one a line`} />
    </div>
  );
}
