import type { GeneratorForm } from './generator-form.ts';

/** The form as it was left, for when its page is opened again in this tab. */
let draft: GeneratorForm | undefined;
/** A prompt that was written on another page since. */
let brought: string | undefined;

export const readDraft = (): GeneratorForm | undefined => draft;
export const readBrought = (): string | undefined => brought;
export const keepDraft = (form: GeneratorForm): void => {
  draft = form;
  brought = undefined;
};
/** The form begins with this prompt when its page is opened next. */
export const bringPrompt = (prompt: string): void => {
  brought = prompt;
};
/** After sign-out: the next member begins with an empty form. */
export const forgetDraft = (): void => {
  draft = undefined;
  brought = undefined;
};
