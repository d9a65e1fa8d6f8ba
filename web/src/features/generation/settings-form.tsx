import {
  imageCounts,
  priceTenths,
  PROMPT_MAX,
  resolutions,
  SEED_MAX,
  sizeOf,
  styles as pictureStyles,
} from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { ChevronRight, Dices, Sparkles } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { capitalised, counted } from '../../lib/figures.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { openDialogs } from '../../ui/open-dialogs.ts';
import { generatorResolver, initialForm, orderOf, type GenerationOrder, type GeneratorForm } from './generator-form.ts';
import { PriceLine } from './price-line.tsx';
import { RatioShape, ratiosByShape } from './ratio-shape.tsx';
import styles from './settings-form.module.css';

interface SettingsFormProps {
  preferences: { defaultResolution: string; defaultFormat: string } | undefined;
  credits: number | undefined;
  onOrder: (order: GenerationOrder) => void;
}

export function SettingsForm({ preferences, credits, onOrder }: SettingsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { register, control, handleSubmit, setValue, formState } = useForm<GeneratorForm>({
    resolver: generatorResolver,
    defaultValues: initialForm(undefined),
    // The preferences may arrive after the form; what the member has changed by then stays.
    values: initialForm(preferences),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = formState;
  // The form knows what was changed only where somebody asks.
  void formState.dirtyFields;
  const { prompt, negative_prompt, aspect_ratio, resolution, count } = useWatch({
    control,
    compute: (values) => values,
  });
  const pixels = sizeOf(aspect_ratio, resolution);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (openDialogs.get().length > 0) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const submit = handleSubmit((values) => onOrder(orderOf(values)));

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        <TextArea
          {...register('prompt')}
          label="Prompt"
          rows={3}
          placeholder="What do you want to see?"
          error={errors.prompt?.message}
          count={prompt.trim().length}
          most={PROMPT_MAX}
        />
        <ChoiceGroup legend="Style" layout="chips">
          {pictureStyles.map((style) => (
            <Choice key={style} {...register('style')} value={style}>
              {capitalised(style)}
            </Choice>
          ))}
        </ChoiceGroup>
        <ChoiceGroup legend="Shape" layout="shapes">
          {ratiosByShape.map((ratio) => (
            <Choice key={ratio.key} {...register('aspect_ratio')} value={ratio.key} label={ratio.label}>
              <RatioShape width={ratio.width} height={ratio.height} />
              {`${ratio.width}:${ratio.height}`}
            </Choice>
          ))}
        </ChoiceGroup>
        <div className={styles.pair}>
          <ChoiceGroup legend="Resolution" layout="row">
            {resolutions.map((known) => (
              <Choice key={known} {...register('resolution')} value={known}>
                {known.toUpperCase()}
              </Choice>
            ))}
          </ChoiceGroup>
          <ChoiceGroup legend="Images" layout="row">
            {imageCounts.map((known) => (
              <Choice key={known} {...register('count')} value={String(known)}>
                {known}
              </Choice>
            ))}
          </ChoiceGroup>
        </div>
        <details className={styles.advanced}>
          <summary>
            <ChevronRight size={20} aria-hidden="true" />
            Advanced
          </summary>
          <div className={styles.more}>
            <TextArea
              {...register('negative_prompt')}
              label="Negative prompt"
              rows={2}
              placeholder="What should not be in it?"
              error={errors.negative_prompt?.message}
              count={negative_prompt.trim().length}
              most={PROMPT_MAX}
            />
            <div className={styles.pair}>
              <ChoiceGroup legend="Format" layout="row">
                <Choice {...register('output_format')} value="png">
                  PNG
                </Choice>
                <Choice {...register('output_format')} value="jpg">
                  JPG
                </Choice>
              </ChoiceGroup>
              <TextField
                {...register('seed')}
                label="Seed"
                inputMode="numeric"
                autoComplete="off"
                placeholder="Random"
                error={errors.seed?.message}
                trailing={
                  <IconButton
                    label="Roll a new seed"
                    onClick={() => setValue('seed', randomSeed(), { shouldDirty: true, shouldValidate: true })}
                  >
                    <Dices size={20} />
                  </IconButton>
                }
              />
            </div>
          </div>
        </details>
      </div>
      <div className={styles.foot}>
        <PriceLine
          price={tenthsToCredits(priceTenths(resolution, Number(count)))}
          what={`${counted(Number(count), 'image')} of ${pixels.width} × ${pixels.height} px`}
          credits={credits}
        />
        <Button type="submit" look="primary" className={styles.submit} aria-keyshortcuts="Control+Enter">
          <Sparkles size={20} aria-hidden="true" />
          Generate
          <kbd className={styles.keys}>Ctrl + Enter</kbd>
        </Button>
      </div>
    </form>
  );
}

function randomSeed(): string {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(bits % (SEED_MAX + 1));
}
