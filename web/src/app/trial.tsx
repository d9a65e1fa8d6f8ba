import type { Trial } from '@easel/contracts/trials/http';
import { TrialField } from '../features/trial/trial-field.tsx';

/** A visitor's prompt and picture; the same again, larger, is the studio's first form once they have signed in. */
export const VisitorTrial = () => <TrialField onMakeLarge={(trial) => void keepForStudio(trial)} />;

/** The studio's rules are not loaded before they are needed. */
async function keepForStudio({ prompt, seed }: Trial): Promise<void> {
  const [{ keepDraft }, { initialForm }] = await Promise.all([
    import('../features/generation/draft.ts'),
    import('../features/generation/generator-form.ts'),
  ]);
  keepDraft({ ...initialForm(undefined), prompt, seed: String(seed), model: 'auto', resolution: '1k' });
}
