import { auditHttp } from '@easel/contracts/audit/http';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCreatePath } from 'react-admin';
import { useNavigate } from 'react-router';
import { useAction } from '../../lib/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';

interface Props {
  /** Whose account alone is to be looked at, as it is proposed. */
  memberId?: string | undefined;
  onClose: () => void;
}

/** Begins a verification and goes to it. */
export function VerifyDialog({ memberId, onClose }: Props) {
  const verify = useAction(auditHttp.start);
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const [member, setMember] = useState(memberId ?? '');
  return (
    <ReasonDialog
      title="Verify the books"
      action="Verify"
      onClose={onClose}
      onConfirm={async (reason, key) => {
        const only = member.trim();
        const { id } = await verify({ body: { reason, ...(only !== '' && { member_id: only }) } }, key);
        void navigate(createPath({ resource: 'audits', type: 'show', id }));
      }}
    >
      <Typography gutterBottom>
        Every fact of credits and money is read again: whether it is as it was written and where it was, whether none is
        missing, and whether balances, payments and the ledger agree with it. Nothing is changed by that.
      </Typography>
      <TextField
        label="Only the member with this id"
        value={member}
        helperText="Empty: everybody"
        onChange={(event) => setMember(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 36, spellCheck: false, autoComplete: 'off' } }}
      />
    </ReasonDialog>
  );
}
