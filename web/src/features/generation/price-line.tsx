import { formatCredits } from '../../lib/figures.ts';
import styles from './price-line.module.css';

interface PriceLineProps {
  /** Credits that the order will cost. */
  price: number;
  what: string;
  /** What the member can spend; undefined until known. */
  credits: number | undefined;
}

/** The price of the order as it stands, and what it is paid from. */
export function PriceLine({ price, what, credits }: PriceLineProps) {
  const short = credits === undefined ? 0 : price - credits;
  return (
    <div className={styles.line}>
      <p>
        <output className={styles.price} data-testid="price">
          {formatCredits(price)}
        </output>
        <span>{what}</span>
      </p>
      <p className={styles.balance}>
        <span>{short > 0 ? `${formatCredits(short)} short` : 'Balance'}</span>
        <span data-short={short > 0}>{credits === undefined ? '…' : formatCredits(credits)}</span>
      </p>
    </div>
  );
}
