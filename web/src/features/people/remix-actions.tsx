import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { peopleHttp } from '@easel/contracts/people/http';
import { Ban, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { BLOCKING } from './block-button.tsx';
import styles from './lineage.module.css';

/** Lets the owner of the original detach somebody's remix, or block its maker, who may be hidden. Each asks first. */
export function RemixActions({ picture: { id, author } }: { picture: Generation }) {
  const [asking, setAsking] = useState<'detach' | 'block'>();
  const detach = useCommand(peopleHttp.detachRemix);
  const block = useCommand(peopleHttp.blockMaker);
  const close = () => setAsking(undefined);
  const maker = author?.name ?? 'its maker';
  return (
    <div className={styles.actions}>
      <Button onClick={() => setAsking('detach')}>
        <Unlink size={20} aria-hidden="true" />
        Detach
      </Button>
      <Button onClick={() => setAsking('block')}>
        <Ban size={20} aria-hidden="true" />
        Block {maker}
      </Button>
      {asking === 'detach' && (
        <ConfirmDialog
          title="Detach this remix?"
          action="Detach"
          busy={detach.isPending}
          onConfirm={() =>
            detach.mutate(
              { params: { id } },
              {
                onSuccess: close,
                onError: (error) => toast.error(messageOf(error, 'Failed to detach the remix')),
              },
            )
          }
          onClose={close}
        >
          <p>
            It no longer names your picture as its source, and your picture no longer lists it. Its maker keeps it. You
            cannot take this back.
          </p>
        </ConfirmDialog>
      )}
      {asking === 'block' && (
        <ConfirmDialog
          title={`Block ${maker}?`}
          action="Block"
          busy={block.isPending}
          onConfirm={() =>
            block.mutate(
              { params: { id } },
              { onSuccess: close, onError: (error) => toast.error(messageOf(error, `Failed to block ${maker}`)) },
            )
          }
          onClose={close}
        >
          <p>{BLOCKING}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
