import { type AuditRecord, auditHttp } from '@easel/contracts/audit/http';
import type { AuditStatus as AuditStatusName } from '@easel/contracts/audit/policy';
import type { Reply } from '@easel/contracts/kernel/client/address';
import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ShowBase, useNotify, useRecordContext, useShowContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { useAction } from '../../lib/use-action.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/money.tsx';
import { OperatorName } from '../../ui/operator-name.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { AuditStatus, isUnderWay } from './audit-status.tsx';
import { Duration } from './duration.tsx';
import { FindingsTable } from './findings-table.tsx';
import { lookedAt } from './looked-at.ts';
import { verdictOf } from './verdict.ts';
import { VerifyDialog } from './verify-dialog.tsx';

/** The list's record is shown until the whole one has come. */
type Audit = AuditRecord & Partial<Pick<Reply<typeof auditHttp.one>, 'found'>>;

const POLL_MS = 2_000;

export default function AuditShow() {
  return (
    <ShowBase<Audit>
      disableAuthentication
      error={<PageTrouble title="Verification" />}
      queryOptions={{
        onError: () => undefined,
        refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data.status) ? false : POLL_MS),
      }}
    >
      <AuditPage />
    </ShowBase>
  );
}

function AuditPage() {
  const { refetch } = useShowContext<Audit>();
  const audit = useRecordContext<Audit>();
  useMoved(['audits'], () => void refetch());
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1100 }}>
      <PageTitle title="Verification" />
      {audit ? <Verdict audit={audit} /> : <Skeleton variant="rounded" height={300} />}
      {audit && (audit.findings > 0 || audit.status === 'findings') && <Findings audit={audit} />}
      {audit?.verified && <Looked verified={audit.verified} />}
    </Stack>
  );
}

const severities: Readonly<Record<AuditStatusName, AlertColor>> = {
  queued: 'info',
  running: 'info',
  clean: 'success',
  findings: 'error',
  failed: 'warning',
  cancelled: 'info',
};

function Verdict({ audit }: { audit: Audit }) {
  const { status, progress, member_id, requested_by, requested_at, started_at, ended_at, reason, error } = audit;
  const [asked, setAsked] = useState<'cancel' | 'verify'>();
  const mayVerify = useMayCall(auditHttp.start);
  const mayCancel = useMayCall(auditHttp.cancel);
  return (
    <Card>
      <CardContent>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mb: 1.5 }}>
          <Typography variant="h2">Verdict</Typography>
          <span role="status">
            <AuditStatus status={status} />
          </span>
        </Stack>
        <Alert severity={severities[status]} variant="outlined" role="presentation">
          {verdictOf(audit)}
          {error !== null && <Box sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>{error}</Box>}
        </Alert>
        {/* Its room is kept, so that nothing moves up when it is done. */}
        <Box sx={{ height: 4, my: 1 }}>
          {isUnderWay(status) && <LinearProgress aria-label="The verification is under way" />}
        </Box>
        <Facts>
          <Fact name="Streams read">
            <span className="numbers">{formatCount(progress.streams)}</span>
          </Fact>
          <Fact name="Facts read">
            <span className="numbers">{formatCount(progress.facts)}</span>
          </Fact>
          <Fact name="Took">
            <Duration audit={audit} />
          </Fact>
          <Fact name="Of">{member_id === null ? 'Everybody' : <ShortId id={member_id} copy of="member’s id" />}</Fact>
          <Fact name="Asked by">
            <OperatorName id={requested_by.id} />
            {requested_by.role !== null && ` (${requested_by.role})`}
          </Fact>
          <Fact name="Reason">{reason}</Fact>
          <Fact name="Asked for (UTC)">
            <Time at={requested_at} exact />
          </Fact>
          <Fact name="Begun (UTC)">
            <Time at={started_at} exact />
          </Fact>
          <Fact name="Ended (UTC)">
            <Time at={ended_at} exact />
          </Fact>
        </Facts>
        <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 2, flexWrap: 'wrap' }}>
          {mayCancel && isUnderWay(status) && (
            <Button variant="outlined" size="small" color="error" onClick={() => setAsked('cancel')}>
              Cancel it
            </Button>
          )}
          {mayVerify && !isUnderWay(status) && (
            <Button variant="outlined" size="small" onClick={() => setAsked('verify')}>
              {status === 'failed' || status === 'cancelled' ? 'Try again' : 'Verify again'}
            </Button>
          )}
          <Button size="small" component={RouterLink} to="/audits">
            All verifications
          </Button>
        </Stack>
        {asked === 'cancel' && <CancelDialog audit={audit} onClose={() => setAsked(undefined)} />}
        {asked === 'verify' && <VerifyDialog memberId={member_id ?? undefined} onClose={() => setAsked(undefined)} />}
      </CardContent>
    </Card>
  );
}

function CancelDialog({ audit: { id }, onClose }: { audit: Audit; onClose: () => void }) {
  const cancel = useAction(auditHttp.cancel);
  const notify = useNotify();
  return (
    <ReasonDialog
      title="Cancel this verification"
      action="Cancel the verification"
      danger
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await cancel({ params: { id }, body: { reason } }, key);
        notify('The verification is cancelled', { type: 'success' });
      }}
    >
      What was read so far proves nothing then.
    </ReasonDialog>
  );
}

const Looked = ({ verified }: { verified: NonNullable<AuditRecord['verified']> }) => (
  <Card>
    <CardContent>
      <Typography variant="h2" gutterBottom>
        Looked at
      </Typography>
      <Facts>
        {lookedAt(verified).map(({ name, value }) => (
          <Fact key={name} name={name}>
            <span className="numbers">{value}</span>
          </Fact>
        ))}
      </Facts>
    </CardContent>
  </Card>
);

function Findings({ audit: { found, findings } }: { audit: Audit }) {
  return (
    <Card>
      <CardContent>
        <Typography variant="h2" gutterBottom>
          Differences
        </Typography>
        {found ? (
          <>
            {found.length < findings && (
              <Typography variant="body2" color="text.secondary" gutterBottom>
                The first {formatCount(found.length)} of {formatCount(findings)} are shown.
              </Typography>
            )}
            <FindingsTable findings={found} />
          </>
        ) : (
          <Skeleton variant="rounded" height={160} />
        )}
      </CardContent>
    </Card>
  );
}
