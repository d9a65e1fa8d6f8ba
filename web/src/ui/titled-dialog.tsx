import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './titled-dialog.module.css';

interface TitledDialogProps {
  title: string;
  onClose: () => void;
  /** Says how wide it is. */
  className?: string | undefined;
  children: ReactNode;
}

/** A dialog with its title and a way to close it over what is in it. */
export function TitledDialog({ title, onClose, className, children }: TitledDialogProps) {
  return (
    <Dialog label={title} onClose={onClose} className={className}>
      <div className={styles.body}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        {children}
      </div>
    </Dialog>
  );
}
