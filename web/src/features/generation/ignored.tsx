import type { ProviderSetting } from '@easel/contracts/generation/policy';
import type { KnownProvider } from '@easel/contracts/providers/policy';
import { useId, type ReactNode } from 'react';
import styles from './ignored.module.css';

/** Returns why a provider ignores a setting; undefined when it uses it. */
export function whyIgnored(
  { ignored, negativePrompt, seeds, label }: KnownProvider,
  setting: ProviderSetting | 'negative_prompt' | 'seed',
): string | undefined {
  switch (setting) {
    case 'negative_prompt':
      return negativePrompt ? undefined : `${label} takes no negative prompt`;
    case 'seed':
      return seeds ? undefined : `${label} has no seeds: the same request makes another picture`;
    default:
      return ignored[setting];
  }
}

interface IgnoredProps {
  /** Undefined when the setting has an effect. */
  why: string | undefined;
  children: ReactNode;
}

/** Disables a setting that has no effect, and shows the reason. */
export function Ignored({ why, children }: IgnoredProps) {
  const id = useId();
  if (why === undefined) return children;
  return (
    <div className={styles.setting}>
      {/* A fieldset, as the form forgets the value of a disabled field. */}
      <fieldset disabled aria-describedby={id} className={styles.greyed}>
        {children}
      </fieldset>
      <p id={id} className={styles.why}>
        {why}
      </p>
    </div>
  );
}
