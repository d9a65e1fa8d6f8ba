import type { Generation } from '@easel/contracts/generation/http';
import { TRASH_DAYS } from '@easel/contracts/generation/policy';
import { counted } from '../../lib/figures.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDelete } from './actions.ts';
import styles from './delete-dialog.module.css';

interface DeleteDialogProps {
  generations: readonly Generation[];
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before one or many leave the gallery; they stay in the trash for `TRASH_DAYS`. */
export function DeleteDialog({ generations, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useDelete();
  const images = generations.reduce((sum, { variants }) => sum + variants.length, 0);
  const [only] = generations;

  const confirm = () =>
    remove.mutate(generations, { onSuccess: (gone) => (gone.length > 0 ? onDeleted() : onClose()) });
  const close = () => {
    if (!remove.isPending) onClose();
  };

  return (
    <ConfirmDialog
      title={images > 1 ? `Delete these ${images} images?` : 'Delete this image?'}
      action="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      {generations.length === 1 && <p className={styles.prompt}>{only?.original_prompt}</p>}
      <p className={styles.note}>
        {generations.length === 1 && images > 1
          ? `${counted(images, 'image')} of this prompt leave your gallery. They can be restored for ${TRASH_DAYS} days.`
          : images > 1
            ? `They leave your gallery and can be restored for ${TRASH_DAYS} days.`
            : `It leaves your gallery and can be restored for ${TRASH_DAYS} days.`}
      </p>
    </ConfirmDialog>
  );
}
