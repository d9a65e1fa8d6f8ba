import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '../lib/online.ts';
import { Button } from './button.tsx';
import styles from './states.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
}

/** What a page says while it has nothing to show, and what to do about it. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}

/** What a page says when it could not be read: without a connection, or refused. */
export function FailedState({
  title = 'This could not be loaded',
  text = 'Something went wrong. Please try again.',
  error,
  onRetry,
}: {
  title?: string;
  /** Said where the error does not say what is wrong. */
  text?: string;
  error: unknown;
  onRetry: () => void;
}) {
  const online = useOnline();
  return (
    <div role="alert">
      <EmptyState
        icon={online ? <TriangleAlert size={28} /> : <CloudOff size={28} />}
        title={online ? title : 'You are offline'}
      >
        <p className={styles.text}>
          {online ? messageOf(error, text) : 'It will be loaded when the connection is back.'}
        </p>
        {online && <Button onClick={onRetry}>Try again</Button>}
      </EmptyState>
    </div>
  );
}
