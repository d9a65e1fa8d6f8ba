import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import type { EntryRecord } from './use-standing.ts';

interface Props {
  entry: EntryRecord;
  competitionId: string;
  onDone: () => void;
  onClose: () => void;
}

/** Disqualifies an entry, with a reason that is mailed to its member. */
export function DisqualifyDialog({ entry, competitionId, onDone, onClose }: Props) {
  const disqualify = useAction(competitionsConsoleHttp.disqualify);
  const notify = useNotify();
  return (
    <ReasonDialog
      title="Disqualify the entry"
      action="Disqualify"
      danger
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await disqualify({ params: { id: competitionId, entryId: entry.id }, body: { reason } }, key);
        notify('The entry is disqualified', { type: 'success' });
        onDone();
      }}
    >
      The entry leaves the challenge and earns neither a share nor a place. A picture that was private before is private
      again. The member is sent a mail with your reason. This cannot be undone.
    </ReasonDialog>
  );
}
