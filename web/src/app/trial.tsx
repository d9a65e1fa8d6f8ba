import type { Trial } from '@easel/contracts/trials/http';
import type { ReactNode } from 'react';
import { TrialPicture } from '../features/trial/trial-picture.tsx';

/** A visitor's picture, else the children; the same again, larger, is the studio's first form once they signed in. */
export const VisitorPicture = ({ children }: { children: ReactNode }) => (
  <TrialPicture onMakeLarge={(trial) => void keepForStudio(trial)}>{children}</TrialPicture>
);

/** The studio's rules are not loaded before they are needed. */
async function keepForStudio({ prompt, seed }: Trial): Promise<void> {
  const [{ keepDraft }, { initialForm }] = await Promise.all([
    import('../features/generation/draft.ts'),
    import('../features/generation/generator-form.ts'),
  ]);
  keepDraft({ ...initialForm(undefined), prompt, seed: String(seed), model: 'auto', resolution: '1k' });
}
