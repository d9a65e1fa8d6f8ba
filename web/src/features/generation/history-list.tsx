import { Button } from '../../ui/button.tsx';
import styles from './menu.module.css';
import { promptHistory, usePromptHistory } from './prompt-history.ts';

interface HistoryListProps {
  onPick: (prompt: string) => void;
  close: () => void;
}

/** The last prompts of this browser; `HistoryMenu` shows them. */
export default function HistoryList({ onPick, close }: HistoryListProps) {
  const prompts = usePromptHistory();
  return (
    <div className={styles.menu}>
      <div className={styles.head}>
        <p className={styles.title}>Earlier prompts</p>
        {prompts.length > 0 && <Button onClick={() => promptHistory.clear()}>Clear</Button>}
      </div>
      {prompts.length === 0 && <p className={styles.note}>What you generate is remembered here, in this browser.</p>}
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
  );
}
