import { isBuiltIn } from '@easel/contracts/generation/policy';
import { ChevronDown, CircleAlert } from 'lucide-react';
import type { LiveForm } from '../../lib/live-form.ts';
import { Button } from '../../ui/button.tsx';
import { othersFor } from '../providers/offers.ts';
import type { Chosen } from './chosen.ts';
import type { GeneratorForm } from './generator-form.ts';
import styles from './refusal-notice.module.css';

interface RefusalNoticeProps {
  form: LiveForm<GeneratorForm>;
  chosen: Chosen;
}

/**
 * Explains before paying why the order cannot be made: one line, to leave the form its room. What to do about it, and
 * other providers, open below it.
 */
export default function RefusalNotice({ form, chosen: { providers, asked, refusal } }: RefusalNoticeProps) {
  if (refusal === undefined) return null;
  // The built-in renderer last, as it is a demonstration.
  const others = othersFor(providers, asked).toSorted((a, b) => Number(isBuiltIn(a.name)) - Number(isBuiltIn(b.name)));
  const instead = others.length > 0 ? ', or choose another provider' : '';
  return (
    <div role="status">
      <details className={styles.refusal}>
        <summary>
          <CircleAlert size={20} aria-hidden="true" />
          <span>{refusal.reason}</span>
          <ChevronDown size={20} className={styles.chevron} aria-hidden="true" />
        </summary>
        <div className={styles.more}>
          <p>
            {refusal.kind === 'unavailable'
              ? `Nothing is charged. You can wait${instead}.`
              : `Nothing is charged. Change the settings${instead}.`}
          </p>
          {others.map(({ name, label }) => (
            <Button
              key={name}
              onClick={({ currentTarget: { form: element } }) => {
                form.setValue('provider', name);
                // This notice leaves the screen, and the focus would be lost with it.
                requestAnimationFrame(() => element?.querySelector<HTMLElement>('[type="submit"]')?.focus());
              }}
            >
              {`Use ${isBuiltIn(name) ? 'the built-in renderer' : label}`}
            </Button>
          ))}
        </div>
      </details>
    </div>
  );
}
