import { handOf, models, styles as pictureStyles } from '@easel/contracts/generation/policy';
import { Palette } from 'lucide-react';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { capitalised } from '../../lib/figures.ts';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SelectField } from '../../ui/select.tsx';
import { useChosen } from './chosen.ts';
import type { GeneratorForm } from './generator-form.ts';
import { Ignored, whyIgnored } from './ignored.tsx';
import styles from './manner-field.module.css';

/** `super_real` → `Super real`. */
const modelName = (value: string): string => capitalised(value.replaceAll('_', ' '));
const modelOptions = models.map((value) => ({ value, label: modelName(value) }));

/** By which model and in which style it is made. */
export function MannerField({ form }: { form: UseFormReturn<GeneratorForm> }) {
  const { register, control } = form;
  const [model, style] = useWatch({ control, name: ['model', 'style'] });
  const { maker, asked, providers } = useChosen(form);
  /** By what hand the built-in renderer draws a model. */
  const hint = maker.name === BUILT_IN && { hint: handOf[model] };
  // Where the table names a provider for it, it decides who makes the picture.
  const decides = asked.provider === '' && Object.keys(providers.routes).length > 0;
  const whyNoModel = decides ? undefined : whyIgnored(maker, 'model');
  return (
    <Popover
      label="Model and style"
      icon={<Palette size={20} aria-hidden="true" />}
      chosen={`${whyNoModel === undefined ? `${modelName(model)} · ` : ''}${style === 'auto' ? 'any style' : capitalised(style)}`}
    >
      {() => (
        <div className={styles.panel}>
          <Ignored why={whyNoModel}>
            <SelectField {...register('model')} label="Model" options={modelOptions} {...hint} />
          </Ignored>
          <ChoiceGroup legend="Style" layout="chips">
            {pictureStyles.map((known) => (
              <Choice key={known} {...register('style')} value={known}>
                {capitalised(known)}
              </Choice>
            ))}
          </ChoiceGroup>
        </div>
      )}
    </Popover>
  );
}
