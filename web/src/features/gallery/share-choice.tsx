import type { Generation } from '@easel/contracts/generation/http';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { usePublish, useShare } from './actions.ts';

/** Only what is public has an address for others: asks before a private image becomes so. */
export function ShareChoice({ generation, onClose }: { generation: Generation; onClose: () => void }) {
  const publish = usePublish();
  const share = useShare();
  const confirm = () =>
    publish.mutate(
      { generations: [generation], isPublic: true },
      {
        onSuccess: () => {
          share(generation);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Make it public and share?"
      action="Make public and share"
      look="primary"
      busy={publish.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>This image is private. A link works for others only once it is in the public gallery, with its prompt.</p>
    </ConfirmDialog>
  );
}
