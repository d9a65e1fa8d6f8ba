import { CircleAlert, X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import styles from './cart-row.module.css';
import type { UnreadableItem } from './cart.ts';

/** Shows something in the cart that cannot be read: it stays until it is removed. */
export const UnreadableRow = ({ item, onRemove }: { item: UnreadableItem; onRemove: () => void }) => (
  <li className={styles.row}>
    <span className={styles.sign} aria-hidden="true">
      <CircleAlert size={28} />
    </span>
    <div className={styles.what}>
      <p className={styles.name} title={item.name}>
        {item.name}
      </p>
      <p className={styles.line}>{item.reason}</p>
    </div>
    <IconButton label={`Remove: ${item.name}`} title="Remove" className={styles.remove} onClick={onRemove}>
      <X size={20} />
    </IconButton>
  </li>
);
