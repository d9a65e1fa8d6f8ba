import type { Author } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { peopleHttp } from '@easel/contracts/people/http';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

/** Says what a block does. */
export const BLOCKING =
  'Neither of you sees, buys or remixes the other’s pictures, or follows the other. What was bought stays. They are ' +
  'not told, and you can take it back.';

/** Blocks somebody, after asking. */
export function BlockButton({ person: { id, name } }: { person: Author }) {
  const [asking, setAsking] = useState(false);
  const block = useCommand(peopleHttp.block);
  const confirm = () =>
    block.mutate(
      { params: { id }, body: { isBlocked: true } },
      {
        onSuccess: () => setAsking(false),
        onError: (error) => toast.error(messageOf(error, `Failed to block ${name}`)),
      },
    );
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Ban size={20} aria-hidden="true" />
        Block
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Block ${name}?`}
          action="Block"
          busy={block.isPending}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>{BLOCKING}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Takes a block back, at once. */
export function UnblockButton({ person: { id, name } }: { person: Author }) {
  const block = useCommand(peopleHttp.block);
  const unblock = () =>
    block.mutate(
      { params: { id }, body: { isBlocked: false } },
      { onError: (error) => toast.error(messageOf(error, `Failed to unblock ${name || 'this person'}`)) },
    );
  return (
    <Button busy={block.isPending} onClick={unblock} aria-label={name ? `Unblock ${name}` : 'Unblock this person'}>
      Unblock
    </Button>
  );
}
