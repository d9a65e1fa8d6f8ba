import { History } from 'lucide-react';
import { Popover } from '../../ui/popover.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './menu.module.css';
import { promptHistory, usePromptHistory } from './prompt-history.ts';

/** The last prompts of this browser, to begin from again. */
export function HistoryMenu({ onPick }: { onPick: (prompt: string) => void }) {
  const prompts = usePromptHistory();
  return (
    <Popover label="Earlier prompts" icon={<History size={20} />}>
      {(close) => (
        <div className={styles.menu}>
          <div className={styles.head}>
            <p className={styles.title}>Earlier prompts</p>
            {prompts.length > 0 && <Button onClick={() => promptHistory.clear()}>Clear</Button>}
          </div>
          {prompts.length === 0 && (
            <p className={styles.note}>What you generate is remembered here, in this browser.</p>
          )}
          <ul>
            {prompts.map((prompt) => (
              <li key={prompt}>
                <button
                  type="button"
                  className={styles.pick}
                  title={prompt}
                  onClick={() => {
                    close();
                    onPick(prompt);
                  }}
                >
                  <span>{prompt}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  );
}
