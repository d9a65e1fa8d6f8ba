import { Notice } from '../../ui/notice.tsx';
import { useCheckoutMode } from './checkout-mode.ts';
import styles from './test-mode-notice.module.css';

/** Says, where orders are placed, that they are only tested; nothing where they are real. */
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
