import { X } from 'lucide-react';
import { formatDollars } from '../../lib/dollars.ts';
import { uploadedPath } from '@easel/contracts/gallery/policy';
import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './cart-row.module.css';
import type { CartItem } from './cart.ts';

interface CartRowProps {
  item: CartItem;
  /** Why it was not bought. */
  problem: string | undefined;
  disabled: boolean;
  onRemove: () => void;
}

/** One image that waits to be paid for. */
export function CartRow({ item, problem, disabled, onRemove }: CartRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.picture}>
        <Picture
          src={item.image}
          otherwise={uploadedPath(item.image)}
          alt=""
          width={1}
          height={1}
          shape="square"
          thumbhash=""
        />
      </span>
      <div className={styles.what}>
        <p title={item.name}>{item.name}</p>
        <p>
          {item.kind === 'product'
            ? [item.size, item.color].filter((part) => part !== '').join(' · ')
            : `Image download · ${item.resolutionTier} · ${item.format.toUpperCase()}`}
        </p>
        <p role="alert">{problem}</p>
      </div>
      <strong className={styles.price}>{formatDollars(item.price)}</strong>
      <IconButton label={`Remove: ${item.name}`} title="Remove" disabled={disabled} onClick={onRemove}>
        <X size={20} />
      </IconButton>
    </li>
  );
}
