import { operatorRoles } from '@easel/contracts/kernel/console';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { OPERATOR_NAME_MAX } from '@easel/contracts/operators/policy';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { words } from '../../ui/choices.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { roleTexts } from './role-texts.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotify();
  const invite = useAction(operatorsHttp.invite);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<OperatorRole>('support');
  return (
    <ReasonDialog
      title="Invite an operator"
      action="Send invitation"
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await invite({ body: { email, name, role, reason } }, key);
        notify(`The invitation is on its way to ${email}`, { type: 'success' });
      }}
    >
      <TextField
        label="Email"
        type="email"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 254 } }}
      />
      <TextField
        label="Name"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: OPERATOR_NAME_MAX } }}
      />
      <TextField
        label="Role"
        select
        value={role}
        helperText={roleTexts[role]}
        onChange={(event) => setRole(event.target.value as OperatorRole)}
      >
        {operatorRoles.map((one) => (
          <MenuItem key={one} value={one}>
            {words(one)}
          </MenuItem>
        ))}
      </TextField>
    </ReasonDialog>
  );
}
