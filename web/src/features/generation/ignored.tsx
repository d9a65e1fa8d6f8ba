import type { ProviderSetting } from '@easel/contracts/generation/policy';
import { builtInSheet } from '@easel/contracts/providers/built-in';
import { useId, type ReactNode } from 'react';
import styles from './ignored.module.css';

/** Why the provider makes nothing of a setting; undefined where it heeds it. */
export const whyIgnored = (setting: ProviderSetting): string | undefined => builtInSheet.ignored[setting];

interface IgnoredProps {
  setting: ProviderSetting;
  children: ReactNode;
}

/** A setting, greyed out with the reason where it would change nothing. */
export function Ignored({ setting, children }: IgnoredProps) {
  const id = useId();
  const why = whyIgnored(setting);
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
