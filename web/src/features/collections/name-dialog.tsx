import { TitledDialog } from '../../ui/titled-dialog.tsx';
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
    <TitledDialog title={title} onClose={onClose} className={styles.dialog}>
      <NameForm label="Name" {...form} />
    </TitledDialog>
  );
}
