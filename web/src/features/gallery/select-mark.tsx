import type { Generation } from '@easel/contracts/generation/http';
import styles from './select-mark.module.css';
import { useSelection } from './selection.ts';

/**
 * In a picture's corner: chooses it for an action on many, with Shift all of `among` since the one before. Seen when
 * pointed at, focused, or once anything is chosen.
 */
export function SelectMark({ generation, among }: { generation: Generation; among: readonly Generation[] }) {
  const { chosen, toggle, chooseUpTo } = useSelection();
  return (
    <label className={styles.mark} data-any={chosen.size > 0}>
      <input
        type="checkbox"
        aria-label={`Select: ${generation.original_prompt}`}
        checked={chosen.has(generation.id)}
        onChange={({ nativeEvent }) => {
          if ('shiftKey' in nativeEvent && nativeEvent.shiftKey) chooseUpTo(generation, among);
          else toggle(generation);
        }}
      />
      <span aria-hidden="true" />
    </label>
  );
}
