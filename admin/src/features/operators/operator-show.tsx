import type { Reply } from '@easel/contracts/kernel/client/address';
import type { HistoryEntry } from '@easel/contracts/kernel/console';
import { operatorRoles } from '@easel/contracts/kernel/console';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { type OperatorRecord, operatorsHttp } from '@easel/contracts/operators/http';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ShowBase, useNotify, useRecordContext } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { words } from '../../ui/choices.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { History } from '../../ui/history.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { OperatorStatus } from './operator-status.tsx';
import { roleTexts } from './role-texts.ts';

/** The list's record is shown until the whole one has come. */
type Operator = OperatorRecord & Partial<Pick<Reply<typeof operatorsHttp.one>, 'history'>>;
type Asked = 'role' | 'disable' | 'enable' | 'renew';

export default function OperatorShow() {
  return (
    <ShowBase<Operator>
      disableAuthentication
      error={<PageTrouble title="Operator" />}
      queryOptions={{ onError: () => undefined }}
    >
      <OperatorPage />
    </ShowBase>
  );
}

function OperatorPage() {
  const operator = useRecordContext<Operator>();
  const [asked, setAsked] = useState<Asked>();
  if (!operator) return null;
  const { name, email, role, status, invited_at, last_signed_in_at, history } = operator;
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 900 }}>
      <PageTitle title={name} />
      <Card>
        <CardContent>
          <Facts>
            <Fact name="Email">{email}</Fact>
            <Fact name="Role">
              <span title={roleTexts[role]}>{words(role)}</span>
            </Fact>
            <Fact name="Status">
              <OperatorStatus status={status} />
            </Fact>
            <Fact name="Invited">
              <Time at={invited_at} />
            </Fact>
            <Fact name="Last signed in">
              <Time at={last_signed_in_at} />
            </Fact>
          </Facts>
          <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 2, flexWrap: 'wrap' }}>
            <Button variant="outlined" size="small" onClick={() => setAsked('role')}>
              Change role
            </Button>
            <Button variant="outlined" size="small" disabled={status === 'disabled'} onClick={() => setAsked('renew')}>
              {status === 'invited' ? 'Send the invitation again' : 'Send a link for a new password'}
            </Button>
            <Button
              variant="outlined"
              size="small"
              color={status === 'disabled' ? 'primary' : 'error'}
              onClick={() => setAsked(status === 'disabled' ? 'enable' : 'disable')}
            >
              {status === 'disabled' ? 'Enable' : 'Disable'}
            </Button>
          </Stack>
        </CardContent>
      </Card>
      <Card>
        <CardContent>
          <Typography variant="h2" gutterBottom>
            History
          </Typography>
          {history ? <History entries={history} describe={describe} /> : <Skeleton variant="rounded" height={88} />}
        </CardContent>
      </Card>
      {asked === 'role' && <RoleDialog operator={operator} onClose={() => setAsked(undefined)} />}
      {asked !== undefined && asked !== 'role' && (
        <StatusDialog operator={operator} asked={asked} onClose={() => setAsked(undefined)} />
      )}
    </Stack>
  );
}

function RoleDialog({ operator, onClose }: { operator: OperatorRecord; onClose: () => void }) {
  const change = useAction(operatorsHttp.change);
  const notify = useNotify();
  const [role, setRole] = useState<OperatorRole>(operator.role);
  return (
    <ReasonDialog
      title={`Change the role of ${operator.name}`}
      action="Change role"
      onClose={onClose}
      onConfirm={async (reason, key) => {
        const { id, version } = operator;
        await change({ params: { id }, body: { version, role, reason } }, key);
        notify(`${operator.name} is ${words(role).toLowerCase()} now`, { type: 'success' });
      }}
    >
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

const asking = {
  disable: {
    title: 'Disable',
    action: 'Disable',
    text: 'Every session ends at once, and no new one can be opened.',
    done: 'is disabled',
  },
  enable: { title: 'Enable', action: 'Enable', text: 'The password of before holds again.', done: 'may sign in again' },
  renew: {
    title: 'Send a link to',
    action: 'Send link',
    text: 'It sets a new password and works once; older links no longer do.',
    done: 'has a link in the mail',
  },
};

function StatusDialog(props: { operator: OperatorRecord; asked: keyof typeof asking; onClose: () => void }) {
  const { operator, asked, onClose } = props;
  const change = useAction(operatorsHttp.change);
  const renew = useAction(operatorsHttp.renew);
  const notify = useNotify();
  const { title, action, text, done } = asking[asked];
  return (
    <ReasonDialog
      title={`${title} ${operator.name}`}
      action={action}
      danger={asked === 'disable'}
      onClose={onClose}
      onConfirm={async (reason, key) => {
        const { id, version } = operator;
        if (asked === 'renew') await renew({ params: { id }, body: { reason } }, key);
        else {
          const status = asked === 'disable' ? 'disabled' : 'active';
          await change({ params: { id }, body: { version, status, reason } }, key);
        }
        notify(`${operator.name} ${done}`, { type: 'success' });
      }}
    >
      <Typography gutterBottom>{text}</Typography>
    </ReasonDialog>
  );
}

function describe({ type, detail }: HistoryEntry) {
  const because = typeof detail.reason === 'string' && detail.reason !== '' ? ` – ${detail.reason}` : '';
  return `${phrase(type, detail)}${because}`;
}

function phrase(type: string, detail: HistoryEntry['detail']): string {
  switch (type) {
    case 'OperatorInvited':
      return `Invited as ${String(detail.role)}`;
    case 'InvitationRenewed':
      return 'Sent a fresh link';
    case 'InvitationAccepted':
      return 'Set a password and signed in';
    case 'OperatorRoleChanged':
      return `Role changed from ${String(detail.before)} to ${String(detail.role)}`;
    case 'OperatorDisabled':
      return 'Disabled';
    case 'OperatorEnabled':
      return 'Enabled';
    default:
      return type;
  }
}
