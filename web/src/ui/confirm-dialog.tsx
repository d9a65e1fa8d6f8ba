import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The verb of the deed, on its button. */
  action: string;
  /** The safe answer, where the deed itself is to cancel. */
  keep?: string;
  /** `danger` unless nothing is lost by it. */
  look?: 'danger' | 'primary';
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is lost. The safe answer comes first, and so has the focus. */
export function ConfirmDialog({
  title,
  action,
  keep = 'Cancel',
  look = 'danger',
  busy,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog label={title} onClose={onClose} className={styles.dialog}>
      <div className={styles.body}>
        <h2>{title}</h2>
        {children}
        <div className={styles.actions}>
          <Button onClick={onClose}>{keep}</Button>
          <Button look={look} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
