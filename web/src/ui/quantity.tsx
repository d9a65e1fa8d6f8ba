import { Minus, Plus } from 'lucide-react';
import { IconButton } from './button.tsx';
import styles from './quantity.module.css';

interface QuantityProps {
  /** Name of what is counted, for screen readers alone. */
  label: string;
  value: number;
  most: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Chooses a number of copies, at least one. At either end a button keeps its focus: a disabled one loses it. */
export function Quantity({ label, value, most, disabled = false, onChange }: QuantityProps) {
  const step = (by: 1 | -1) => {
    const next = value + by;
    const isEnd = next < 1 || next > most;
    return {
      disabled,
      'aria-disabled': isEnd || undefined,
      onClick: () => isEnd || onChange(next),
    };
  };
  return (
    <div role="group" aria-label={label} className={styles.quantity}>
      <IconButton label="One less" {...step(-1)}>
        <Minus size={16} />
      </IconButton>
      <output aria-live="polite">{value}</output>
      <IconButton label="One more" {...step(1)}>
        <Plus size={16} />
      </IconButton>
    </div>
  );
}
