import type { PendingDownload } from '@easel/contracts/downloads/http';
import { uploadedPath } from '@easel/contracts/gallery/policy';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './cart-row.module.css';

interface RowProps {
  image: string;
  name: string;
  /** What it is, in a line each. */
  lines: readonly string[];
  /** Why it cannot be had as it is. */
  problem: string | undefined;
  /** Below its words. */
  action?: ReactNode;
  /** Beside its price. */
  amount?: ReactNode;
  price: ReactNode;
  disabled: boolean;
  onRemove: () => void;
}

/** One item that waits to be paid for. */
export const Row = ({ image, name, lines, problem, action, amount, price, disabled, onRemove }: RowProps) => (
  <li className={styles.row}>
    <span className={styles.picture}>
      <Picture src={image} otherwise={uploadedPath(image)} alt="" width={1} height={1} shape="square" thumbhash="" />
    </span>
    <div className={styles.what}>
      <p className={styles.name} title={name}>
        {name}
      </p>
      {lines.map((line) => (
        <p key={line} className={styles.line}>
          {line}
        </p>
      ))}
      <p role="alert">{problem}</p>
      {action}
    </div>
    <div className={styles.end}>
      {amount}
      <div className={styles.price}>{price}</div>
    </div>
    <IconButton
      label={`Remove: ${name}`}
      title="Remove"
      className={styles.remove}
      disabled={disabled}
      onClick={onRemove}
    >
      <X size={20} />
    </IconButton>
  </li>
);

interface CartRowProps {
  item: PendingDownload;
  /** Why it was not bought. */
  problem: string | undefined;
  disabled: boolean;
  onRemove: () => void;
}

/** One image that waits to be paid for. */
export const CartRow = ({ item, ...rest }: CartRowProps) => (
  <Row
    image={item.image}
    name={item.name}
    lines={[`Image download · ${item.resolutionTier} · ${item.format.toUpperCase()}`]}
    price={<strong>{formatDollars(item.price)}</strong>}
    {...rest}
  />
);
