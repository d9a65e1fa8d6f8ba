import { enhancedOf, type Enhanced } from '@easel/contracts/generation/lexicon/enhancing';
import { useState } from 'react';
import type { LiveForm } from '../../lib/live-form.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import styles from './enhancement.module.css';
import type { FormChanges } from './form-sources.ts';
import { ordersOf, wordsOf, type GeneratorForm } from './generator-form.ts';

interface EnhancementProps {
  form: LiveForm<GeneratorForm>;
  onUse: (changes: FormChanges) => void;
  onClose: () => void;
}

interface Line {
  /** As it was written. */
  prompt: string;
  /** Undefined where there is nothing to add. */
  enhanced: Enhanced | undefined;
}

/** The prompt with what it leaves open said, shown before it is used: only what will be drawn is added. */
export default function Enhancement({ form, onUse, onClose }: EnhancementProps) {
  const values = useStore(form.values);
  const [turn, setTurn] = useState(0);
  const lines = ordersOf(values).map((order): Line => ({
    prompt: order.prompt,
    enhanced: enhancedOf(wordsOf(order), turn),
  }));
  if (lines.every(({ enhanced }) => !enhanced)) {
    return (
      <div className={styles.box} role="status">
        <p>
          Nothing to add: what the renderer could draw besides, the prompt says already, or names no thing to put it
          around.
        </p>
        <Button onClick={onClose}>Close</Button>
      </div>
    );
  }
  // Words that were changed for the picture stay: it shows the same thing.
  const use = () =>
    onUse({
      prompt: lines.map(({ prompt, enhanced }) => enhanced?.prompt ?? prompt).join('\n'),
      lettering: values.lettering,
    });
  return (
    <div className={styles.box} role="group" aria-label="Enhanced prompt">
      <div aria-live="polite">
        {lines.map(({ prompt, enhanced }, index) => (
          <p key={index}>
            {enhanced ? enhanced.prompt.slice(0, -enhanced.added.join(', ').length) : prompt}
            {enhanced && <ins>{enhanced.added.join(', ')}</ins>}
          </p>
        ))}
      </div>
      <div className={styles.choices}>
        <Button look="primary" onClick={use}>
          Use this prompt
        </Button>
        <Button onClick={() => setTurn(turn + 1)}>Another</Button>
        <Button onClick={onClose}>Keep mine</Button>
      </div>
    </div>
  );
}
