import type { Generation } from '@easel/contracts/generation/http';
import { Link2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCollecting } from '../images/collecting.ts';
import { usePublish, useShare } from './actions.ts';

/** Only what is public has an address for others: asks before a private image becomes so. */
export function ShareChoice({ generation, onClose }: { generation: Generation; onClose: () => void }) {
  const publish = usePublish();
  const share = useShare();
  const { openShareLink } = useCollecting();
  const byLink = () => {
    onClose();
    openShareLink({ kind: 'picture', id: generation.id, title: generation.original_prompt });
  };
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
      <p>Or keep it private, and give a link that ends by itself to whom you like.</p>
      <Button onClick={byLink}>
        <Link2 size={20} aria-hidden="true" />
        Share by a link only
      </Button>
    </ConfirmDialog>
  );
}
