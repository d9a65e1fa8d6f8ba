import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import Alert from '@mui/material/Alert';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { useMoved } from '../lib/live.ts';

/** Shown above every page while orders are in test mode. */
export function TestModeBanner() {
  const client = useQueryClient();
  const queryKey = ['settings', 'checkout'];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(checkoutHttp.mode, {}, { signal }),
  });
  useMoved(['settings'], () => void client.invalidateQueries({ queryKey }));
  if (!data?.testMode) return null;
  return (
    <Alert severity="warning" variant="outlined" sx={{ mt: 2 }}>
      Orders are in test mode: they are neither charged nor shipped. Everything else is paid as usual.
    </Alert>
  );
}
