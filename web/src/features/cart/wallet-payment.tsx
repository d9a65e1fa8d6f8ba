import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './wallet-payment.module.css';

interface WalletPaymentProps {
  /** Dollars. */
  total: number;
  busy: boolean;
  /** Why the wallet was not enough. */
  problem: string | undefined;
  /** The wallet, and the way to fill it. */
  funds: ReactNode;
  onPay: () => void;
}

/** Offers the second way to pay: from the wallet, here and now, as images need no address and no delivery. */
export const WalletPayment = ({ total, busy, problem, funds, onPay }: WalletPaymentProps) => (
  <div role="group" aria-label="Pay from your wallet" className={styles.payment}>
    <div role="alert" className={styles.problem}>
      {problem && <Notice kind="problem">{problem}</Notice>}
    </div>
    {funds}
    <Button busy={busy} onClick={onPay}>
      {!busy && <Wallet size={20} aria-hidden="true" />}
      {`Pay ${formatDollars(total)} from your wallet`}
    </Button>
  </div>
);
