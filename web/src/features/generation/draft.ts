import type { GeneratorForm } from './generator-form.ts';

/** The form as it was left, for when its page is opened again in this tab. */
let draft: GeneratorForm | undefined;

export const readDraft = (): GeneratorForm | undefined => draft;
export const keepDraft = (form: GeneratorForm): void => {
  draft = form;
};
/** After sign-out: the next member begins with an empty form. */
export const forgetDraft = (): void => {
  draft = undefined;
};
