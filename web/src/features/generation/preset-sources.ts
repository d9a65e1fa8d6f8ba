import type { imageCounts } from '@easel/contracts/generation/policy';
import type { Preset, presetsHttp } from '@easel/contracts/members/presets.http';
import type * as z from 'zod/mini';
import { countOf, known, modeFor, type FormChanges } from './form-sources.ts';
import type { GeneratorForm } from './generator-form.ts';

// Apart from what else fills the form: presets come when somebody opens them.

/** A preset leaves the prompt as it stands. */
export function formOfPreset({ settings }: Preset): FormChanges {
  const { isTshirtDesign, count, prompt: _, filter_nsfw: __, ...rest } = settings;
  return known({
    ...rest,
    mode: modeFor(settings.aspect_ratio, isTshirtDesign),
    count: count === undefined ? undefined : countOf(count),
  });
}

/** What a preset keeps of the form: everything but what is to be seen. */
export function presetSettingsOf(form: GeneratorForm): z.input<(typeof presetsHttp.save)['body']>['settings'] & object {
  const {
    mode,
    several: _,
    prompt: __,
    lettering: ___,
    remix_of: ____,
    provider: _p,
    references: _r,
    count,
    ...rest
  } = form;
  return { ...rest, count: Number(count) as (typeof imageCounts)[number], isTshirtDesign: mode === 'tshirt' };
}
