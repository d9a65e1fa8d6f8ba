import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './wallet-payment.module.css';

interface WalletPaymentProps {
  count: number;
  /** Dollars. */
  total: number;
  busy: boolean;
  /** Why the wallet was not enough. */
  problem: string | undefined;
  /** The wallet, and the way to fill it. */
  funds: ReactNode;
  onPay: () => void;
}

/** What it all costs, paid from the wallet here and now: images need no address and no delivery. */
export const WalletPayment = ({ count, total, busy, problem, funds, onPay }: WalletPaymentProps) => (
  <Panel title="Order summary" className={styles.summary}>
    <dl className={styles.sums}>
      <div>
        <dt>{counted(count, 'image download')}</dt>
        <dd>{formatDollars(total)}</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{formatDollars(total)}</dd>
      </div>
    </dl>
    <div role="alert" className={styles.problem}>
      {problem && <Notice kind="problem">{problem}</Notice>}
    </div>
    {funds}
    <Button look={problem ? 'quiet' : 'primary'} busy={busy} onClick={onPay}>
      {!busy && <Wallet size={20} aria-hidden="true" />}
      {`Pay ${formatDollars(total)} from your wallet`}
    </Button>
  </Panel>
);
