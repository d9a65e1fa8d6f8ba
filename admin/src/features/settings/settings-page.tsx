import type { HistoryEntry } from '@easel/contracts/kernel/console';
import { checkoutHttp, type CheckoutSettings } from '@easel/contracts/settings/checkout.http';
import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Failed } from '../../ui/failed.tsx';
import { History } from '../../ui/history.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TestModeDialog } from './test-mode-dialog.tsx';

export default function SettingsPage() {
  const client = useQueryClient();
  const queryKey = ['checkout', 'settings'];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(checkoutHttp.settings, {}, { signal }),
  });
  useMoved(['settings'], () => void client.invalidateQueries({ queryKey }));
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 900 }}>
      <PageTitle title="Settings" />
      {!data && error ? (
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <TestMode settings={data} />
          <Changes history={data?.history} />
        </>
      )}
    </Stack>
  );
}

function TestMode({ settings }: { settings: CheckoutSettings | undefined }) {
  const mayToggle = useMayCall(checkoutHttp.toggle);
  const [asked, setAsked] = useState<CheckoutSettings>();
  const [conflict, setConflict] = useState<string>();
  return (
    <Card component="section" aria-labelledby="test-mode">
      <CardContent>
        <Typography variant="h2" id="test-mode" gutterBottom>
          Checkout
        </Typography>
        {settings ? (
          <FormControlLabel
            control={
              <Switch
                checked={settings.testMode}
                disabled={!mayToggle}
                onChange={() => {
                  setConflict(undefined);
                  setAsked(settings);
                }}
                slotProps={{ input: { 'aria-describedby': 'test-mode-meaning' } }}
              />
            }
            label={settings.testMode ? 'Test mode is on' : 'Test mode is off'}
            sx={{ height: 38 }}
          />
        ) : (
          <Skeleton variant="rounded" width={180} height={38} />
        )}
        <FormHelperText id="test-mode-meaning" sx={{ mx: 0 }}>
          In test mode orders are neither charged nor shipped; top-ups, plans and pictures are paid as usual. A change
          is in force everywhere within five seconds, also on pages that are open.
        </FormHelperText>
        {settings && !mayToggle && <FormHelperText sx={{ mx: 0 }}>Only an admin changes it.</FormHelperText>}
        {conflict !== undefined && (
          <Alert severity="warning" role="alert" sx={{ mt: 1 }} onClose={() => setConflict(undefined)}>
            {conflict}
          </Alert>
        )}
      </CardContent>
      {asked && <TestModeDialog seen={asked} onConflict={setConflict} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

const Changes = ({ history }: { history: CheckoutSettings['history'] | undefined }) => (
  <Card component="section" aria-labelledby="changes">
    <CardContent>
      <Typography variant="h2" id="changes" gutterBottom>
        History
      </Typography>
      {history === undefined ? (
        <Skeleton variant="rounded" height={88} />
      ) : history.length === 0 ? (
        <Typography color="text.secondary">Nobody has changed it yet.</Typography>
      ) : (
        <History entries={history} describe={describe} />
      )}
    </CardContent>
  </Card>
);

const describe = ({ detail: { testMode, reason } }: HistoryEntry) =>
  `Turned test mode ${testMode === true ? 'on' : 'off'}${typeof reason === 'string' ? ` – ${reason}` : ''}`;
