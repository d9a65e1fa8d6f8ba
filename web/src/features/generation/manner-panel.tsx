import { handOf } from '@easel/contracts/generation/hand.policy';
import { models, styles as pictureStyles } from '@easel/contracts/generation/policy';
import { useValues } from '../../lib/live-form.ts';
import { capitalised } from '../../lib/figures.ts';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { SelectField } from '../../ui/select.tsx';
import type { StudioFieldProps } from './chosen.ts';
import { Ignored } from './ignored.tsx';
import styles from './manner-field.module.css';

/** `super_real` → `Super real`. */
const modelOptions = models.map((value) => ({ value, label: capitalised(value.replaceAll('_', ' ')) }));

/** Lets the member choose a model and a style. */
export default function MannerPanel({ form, chosen }: StudioFieldProps) {
  const { model } = useValues(form, ['model']);
  const { isBuiltIn, maker, asked, providers } = chosen;
  // With a routing table, the model decides which provider makes the picture.
  const decides = asked.provider === '' && Object.keys(providers.routes).length > 0;
  return (
    <div className={styles.panel}>
      <Ignored why={decides ? undefined : maker?.ignored.model}>
        <SelectField
          {...form.register('model')}
          label="Model"
          options={modelOptions}
          // Explains how the built-in renderer draws this model.
          {...(isBuiltIn && { hint: handOf[model] })}
        />
      </Ignored>
      <ChoiceGroup legend="Style" layout="chips">
        {pictureStyles.map((known) => (
          <Choice key={known} {...form.register('style')} value={known}>
            {capitalised(known)}
          </Choice>
        ))}
      </ChoiceGroup>
    </div>
  );
}
