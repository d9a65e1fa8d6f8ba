import type { LedgerBalance } from '@easel/contracts/ledger/http';
import { formatDollars } from '../../lib/dollars.ts';
import { formatNumber } from '../../lib/figures.ts';
import styles from './balances.module.css';

/** What an account holds; undefined until known. What is disputed is told only where anything is. */
export function Balances({ balance, label }: { balance: LedgerBalance | undefined; label: string }) {
  return (
    <dl className={styles.balances} aria-label={label} aria-busy={!balance}>
      <Figure name="Credits" note="to spend">
        {balance && formatNumber(balance.credits)}
      </Figure>
      <Figure name="Held credits" note="for images in the making">
        {balance && formatNumber(balance.held)}
      </Figure>
      <Figure name="Wallet" note="to spend">
        {balance && formatDollars(balance.dollars)}
      </Figure>
      {balance !== undefined && balance.frozen !== 0 && (
        <Figure name="Disputed" note="out of reach">
          {formatDollars(balance.frozen)}
        </Figure>
      )}
    </dl>
  );
}

function Figure({ name, note, children }: { name: string; note: string; children: string | undefined }) {
  return (
    <div>
      <dt>
        {name}
        <span>{note}</span>
      </dt>
      <dd>{children ?? '…'}</dd>
    </div>
  );
}
