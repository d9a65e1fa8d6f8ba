import { sharesHttp, type Share } from '@easel/contracts/shares/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { Copy, Link2Off } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { copyLink, stateText } from './shares.ts';
import styles from './shares.module.css';

/** One link: how it stands, and while it works the ways to copy and to revoke it. */
export function ShareRow({ share, title }: { share: Share; title?: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const name = share.title || 'what is gone';
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        {title}
        <span className={styles.state} data-state={share.state}>
          {stateText(share)}
        </span>
      </div>
      {share.state === 'works' && (
        <>
          <IconButton label={`Copy the link to ${name}`} title="Copy" onClick={() => void copyLink(share.url)}>
            <Copy size={20} />
          </IconButton>
          <IconButton label={`Revoke the link to ${name}`} title="Revoke" onClick={() => setAsking(true)}>
            <Link2Off size={20} />
          </IconButton>
        </>
      )}
      {asking && <Revoke share={share} onClose={() => setAsking(false)} />}
    </li>
  );
}

function Revoke({ share: { id }, onClose }: { share: Share; onClose: () => void }) {
  const revoke = useCommand(sharesHttp.revoke);
  const confirm = () =>
    revoke.mutate(
      { params: { id } },
      {
        onSuccess: () => toast.success('The link no longer works'),
        onError: (error) => toast.error(messageOf(error, 'The link could not be revoked')),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      title="Revoke this link?"
      action="Revoke"
      busy={revoke.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Whoever has it sees nothing by it any more. It cannot be brought back.</p>
    </ConfirmDialog>
  );
}
