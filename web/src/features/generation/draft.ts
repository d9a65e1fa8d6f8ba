import { localStore, memberKeys, sessionStore } from '../../lib/storage.ts';
import { broughtReference } from '../images/brought-reference.ts';
import type { GeneratorForm } from './generator-form.ts';

const { draft: DRAFT, resolution: RESOLUTION } = memberKeys;

/** A prompt that was written on another page since. */
let brought: string | undefined;

/** Returns the form as it was left in this tab, also before a reload. It is unchecked: see `restoredForm`. */
export function readDraft(): unknown {
  try {
    return JSON.parse(sessionStore.get(DRAFT) ?? 'null');
  } catch {
    return null;
  }
}
export const readBrought = (): string | undefined => brought;
/** Returns the resolution chosen last in this browser since the sign-in. */
export const readResolution = (): string | null => localStore.get(RESOLUTION);
export const keepDraft = (form: GeneratorForm): void => {
  sessionStore.set(DRAFT, JSON.stringify(form));
  localStore.set(RESOLUTION, form.resolution);
  brought = undefined;
};
/** The form begins with this prompt when its page is opened next. */
export const bringPrompt = (prompt: string): void => {
  brought = prompt;
};
/** After sign-out: the next member begins with an empty form. */
export const forgetDraft = (): void => {
  sessionStore.remove(DRAFT);
  localStore.remove(RESOLUTION);
  brought = undefined;
  broughtReference.set(null);
};
