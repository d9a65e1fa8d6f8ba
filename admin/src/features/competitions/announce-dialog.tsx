import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { SAME_ADMIN_HOURS } from '@easel/contracts/competitions/policy';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { Failed } from '../../ui/failed.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { challengeTitle } from './challenge-texts.ts';
import { Standing } from './standing-table.tsx';
import { useStanding } from './use-standing.ts';

interface Props {
  challenge: CompetitionRecord;
  /** Whether this is the second confirmation. */
  isConfirming: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Shows the amounts of every entry before an admin proposes or confirms the announcement. */
export function AnnounceDialog({ challenge, isConfirming, onDone, onClose }: Props) {
  const announce = useAction(competitionsConsoleHttp.announce);
  const notify = useNotify();
  const standing = useStanding(challenge.id);
  const [key] = useState(() => crypto.randomUUID());

  async function submit() {
    try {
      const { announced } = await announce({ params: { id: challenge.id } }, key);
      notify(announced ? 'The winners are announced' : recorded, { type: 'success' });
    } finally {
      onDone();
    }
  }

  return (
    <FormDialog
      title={`Announce winners: ${challengeTitle(challenge)}`}
      action={isConfirming ? 'Confirm and announce' : 'Propose announcement'}
      danger={isConfirming}
      canSubmit={standing.data !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {() => (
        <>
          {standing.data && <Standing standing={standing.data} />}
          {standing.isPending && <Skeleton variant="rounded" height={160} />}
          {standing.error && (
            <Failed error={standing.error} busy={standing.isFetching} onRetry={() => void standing.refetch()} />
          )}
          <Alert severity={isConfirming ? 'warning' : 'info'} variant="outlined" role="note" sx={{ mt: 2 }}>
            {isConfirming ? afterwards : proposal}
          </Alert>
        </>
      )}
    </FormDialog>
  );
}

const recorded =
  'Your proposal is recorded. Another admin has to confirm it; where no other is active, you can after ' +
  `${SAME_ADMIN_HOURS} hours.`;

const afterwards =
  'This cannot be undone. The sums are credited to the members, prize credits are granted, winners are shown on the ' +
  'page of the challenge, and mails are sent. What is refunded afterwards is paid by the house.';

const proposal =
  'Nothing is paid or shown yet. Another admin has to confirm your proposal; where no other admin is active, you can ' +
  `confirm it yourself after ${SAME_ADMIN_HOURS} hours. Until then refunds still change the standing. If another admin proposes it ` +
  'at the same moment, the later proposal confirms the earlier one, and the winners are announced.';
