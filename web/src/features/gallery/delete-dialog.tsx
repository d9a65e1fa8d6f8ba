import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { counted } from '../../lib/figures.ts';
import { useCommand } from '../../lib/queries.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './delete-dialog.module.css';

interface DeleteDialogProps {
  generation: Generation;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteDialog({ generation, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useCommand(generationHttp.remove);
  const images = generation.variants.length;
  const title = images > 1 ? `Delete these ${images} images?` : 'Delete this image?';

  const confirm = () =>
    remove.mutate(
      { params: { id: generation.id } },
      {
        onSuccess: () => {
          toast.success('Image deleted successfully');
          onDeleted();
        },
        onError: () => {
          toast.error('Failed to delete image');
          onClose();
        },
      },
    );

  const close = () => {
    if (!remove.isPending) onClose();
  };

  return (
    <ConfirmDialog title={title} action="Delete" busy={remove.isPending} onConfirm={confirm} onClose={close}>
      <p className={styles.prompt}>{generation.original_prompt}</p>
      <p className={styles.note}>
        {images > 1 ? `${counted(images, 'image')} of this prompt leave your gallery.` : 'It leaves your gallery.'}
      </p>
    </ConfirmDialog>
  );
}
