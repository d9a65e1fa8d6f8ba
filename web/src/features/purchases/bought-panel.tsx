import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './bought-panel.module.css';

interface BoughtPanelProps {
  /** Of its download. */
  state: 'idle' | 'pending' | 'success' | 'error';
  onRetry: () => void;
  onClose: () => void;
}

const TEXT = {
  idle: '',
  pending: 'Download started. You may close this.',
  success: 'Download completed successfully!',
  error: '',
};

/** After the purchase: how its download goes. What was bought is not lost with a download that failed. */
export function BoughtPanel({ state, onRetry, onClose }: BoughtPanelProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.bought}>
      <CircleCheck size={28} aria-hidden="true" />
      <h3 ref={title} tabIndex={-1}>
        Purchase completed successfully!
      </h3>
      <p role="status" aria-busy={state === 'pending'}>
        {TEXT[state]}
      </p>
      <div role="alert" className={styles.problem}>
        {state === 'error' && (
          <Notice kind="problem" action={<Button onClick={onRetry}>Try again</Button>}>
            Download failed. Please try again. Your purchase is kept: the file costs nothing more, here or under My
            Purchases.
          </Notice>
        )}
      </div>
      <div className={styles.actions}>
        <ButtonLink to="/my-purchases">My Purchases</ButtonLink>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
