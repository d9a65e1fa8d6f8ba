import { PROMPT_MAX } from '@easel/contracts/generation/policy';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './prompt-start.module.css';

/** The prompt before all else: what is written here stands in the studio then, where its price is said. */
export function PromptStart({ onStart }: { onStart: (prompt: string) => void }) {
  const [prompt, setPrompt] = useState('');
  return (
    <form
      className={styles.start}
      onSubmit={(event) => {
        event.preventDefault();
        onStart(visibleText(prompt));
      }}
    >
      <TextField
        label="What do you want to see?"
        placeholder="A red fox in the snow, at dusk"
        autoComplete="off"
        maxLength={PROMPT_MAX}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
      />
      <Button type="submit" look="primary">
        <Sparkles size={20} aria-hidden="true" />
        Generate Image
      </Button>
    </form>
  );
}
