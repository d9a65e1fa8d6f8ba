import { X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './collections.module.css';
import { NameForm } from './name-form.tsx';

interface NameDialogProps {
  title: string;
  /** The verb on its button. */
  action: string;
  name?: string;
  send: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks what a collection is called. */
export function NameDialog({ title, onClose, ...form }: NameDialogProps) {
  return (
    <Dialog label={title} onClose={onClose} className={styles.dialog}>
      <div className={styles.dialogBody}>
        <div className={styles.dialogHead}>
          <h2>{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        <NameForm label="Name" {...form} />
      </div>
    </Dialog>
  );
}
