import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './inspirations.module.css';
import { inspirations } from './ideas.ts';

const AT_ONCE = 4;

/** Prompts to begin with where nothing comes to mind. */
export function Inspirations({ onPick }: { onPick: (prompt: string) => void }) {
  const [first, setFirst] = useState(0);
  const shown = inspirations.slice(first, first + AT_ONCE);
  return (
    <div className={styles.ideas}>
      <p>
        Describe a picture, choose a shape, and generate. Or begin with one of these:
        <Button onClick={() => setFirst((first + AT_ONCE) % inspirations.length)}>
          <RefreshCw size={16} aria-hidden="true" />
          Other ideas
        </Button>
      </p>
      <ul className={styles.prompts} aria-label="Inspiration">
        {shown.map((prompt) => (
          <li key={prompt}>
            <button type="button" onClick={() => onPick(prompt)}>
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
