import { engines, PROMPT_MAX, SEED_MAX } from '@easel/contracts/generation/policy';
import { ChevronRight, Dices } from 'lucide-react';
import { Fragment } from 'react';
import { useValues } from '../../lib/live-form.ts';
import { capitalised } from '../../lib/figures.ts';
import { IconButton } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { RangeField } from '../../ui/range-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import type { StudioFieldProps } from './chosen.ts';
import styles from './advanced-settings.module.css';
import { makerOf } from '../providers/offers.ts';
import { Ignored, whyIgnored } from './ignored.tsx';

/** spec: member-experience §5: 1 to 6, Very Strict to Minimal. */
const SAFETY = ['Very Strict', 'Strict', 'Moderate', 'Relaxed', 'Permissive', 'Minimal'] as const;
const engineOptions = engines.map((value) => ({
  value,
  label: capitalised(value.replace('magnific_', '').replaceAll('_', ' ')),
}));

/** Shows the settings that the provider uses, then the ignored ones, disabled with their reasons in a closed group. */
export default function AdvancedFields({ form, chosen: { providers, asked } }: StudioFieldProps) {
  const { errors } = form.formState;
  const maker = makerOf(providers, asked);
  const {
    negative_prompt: negative,
    mode,
    safety_tolerance: safety,
    creative_detailing: detailing,
  } = useValues(form, ['negative_prompt', 'mode', 'safety_tolerance', 'creative_detailing']);
  const fields = {
    creative_detailing: (
      <RangeField
        {...form.register('creative_detailing', { valueAsNumber: true })}
        label="Creative detailing"
        min={0}
        max={100}
        shown={String(detailing)}
      />
    ),
    safety_tolerance: (
      <RangeField
        {...form.register('safety_tolerance', { valueAsNumber: true })}
        label="Safety"
        min={1}
        max={SAFETY.length}
        shown={SAFETY[safety - 1] ?? String(safety)}
      />
    ),
    enhance_prompt: (
      <Switch
        {...form.register('enhance_prompt')}
        label="Enhance prompt"
        hint="Has the prompt written out before it is drawn"
      />
    ),
    raw_mode: <Switch {...form.register('raw_mode')} label="Raw mode" hint="Less polished, closer to a photograph" />,
    engine: <SelectField {...form.register('engine')} label="Engine" options={engineOptions} />,
  };
  const settings = Object.keys(fields) as (keyof typeof fields)[];
  const used = settings.filter((setting) => whyIgnored(maker, setting) === undefined);
  const ignored = settings.filter((setting) => whyIgnored(maker, setting) !== undefined);
  return (
    <div className={styles.more}>
      <Ignored why={whyIgnored(maker, 'negative_prompt')}>
        <TextArea
          {...form.register('negative_prompt')}
          label="Negative prompt"
          rows={2}
          placeholder="What should not be in it?"
          error={errors.negative_prompt?.message}
          count={negative.trim().length}
          most={PROMPT_MAX}
        />
      </Ignored>
      <div className={styles.pair}>
        <fieldset disabled={mode === 'tshirt'} className={styles.format}>
          <ChoiceGroup legend="Format" layout="row">
            <Choice {...form.register('output_format')} value="png">
              PNG
            </Choice>
            <Choice {...form.register('output_format')} value="jpg">
              JPG
            </Choice>
          </ChoiceGroup>
        </fieldset>
        <Ignored why={whyIgnored(maker, 'seed')}>
          <TextField
            {...form.register('seed')}
            label="Seed"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Random"
            error={errors.seed?.message}
            trailing={
              <IconButton
                label="Roll a new seed"
                onClick={() => form.setValue('seed', randomSeed(), { shouldValidate: true })}
              >
                <Dices size={20} />
              </IconButton>
            }
          />
        </Ignored>
      </div>
      {used.map((setting) => (
        <Fragment key={setting}>{fields[setting]}</Fragment>
      ))}
      {ignored.length > 0 && (
        <details className={styles.advanced}>
          <summary>
            <ChevronRight size={20} aria-hidden="true" />
            {`Not used by ${maker.name === BUILT_IN ? 'the built-in renderer' : maker.label}`}
          </summary>
          <div className={styles.more}>
            {ignored.map((setting) => (
              <Ignored key={setting} why={whyIgnored(maker, setting)}>
                {fields[setting]}
              </Ignored>
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function randomSeed(): string {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(bits % (SEED_MAX + 1));
}
