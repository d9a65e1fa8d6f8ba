import { Notice } from '../../ui/notice.tsx';
import { useCheckoutMode } from './checkout-mode.ts';
import styles from './test-mode-notice.module.css';

/** Says in the cart that orders are in test mode; otherwise shows nothing. */
export function TestModeNotice() {
  const testMode = useCheckoutMode();
  return (
    <div role="status" className={styles.place}>
      {testMode === true && (
        <Notice kind="info">Test mode: orders are not charged or shipped; everything else is paid as usual.</Notice>
      )}
    </div>
  );
}
