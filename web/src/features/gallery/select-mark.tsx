import type { Generation } from '@easel/contracts/generation/http';
import styles from './select-mark.module.css';
import { useSelection } from './selection.ts';

/**
 * In a picture's corner: chooses it for an action on many. Seen when pointed at, focused, or once anything is chosen.
 */
export function SelectMark({ generation }: { generation: Generation }) {
  const { chosen, toggle } = useSelection();
  return (
    <label className={styles.mark} data-any={chosen.size > 0}>
      <input
        type="checkbox"
        aria-label={`Select: ${generation.original_prompt}`}
        checked={chosen.has(generation.id)}
        onChange={() => toggle(generation)}
      />
      <span aria-hidden="true" />
    </label>
  );
}
