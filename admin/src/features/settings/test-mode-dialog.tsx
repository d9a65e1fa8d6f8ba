import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { checkoutHttp, type CheckoutSettings } from '@easel/contracts/settings/checkout.http';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { conflictText } from './conflict.ts';

interface Props {
  /** As the operator has seen them; the opposite is what is asked for. */
  seen: CheckoutSettings;
  /** Somebody was faster: what to tell. */
  onConflict: (text: string) => void;
  onClose: () => void;
}

export function TestModeDialog({ seen, onConflict, onClose }: Props) {
  const toggle = useAction(checkoutHttp.toggle);
  const client = useQueryClient();
  const notify = useNotify();
  const testMode = !seen.testMode;
  const onOrOff = testMode ? 'on' : 'off';
  return (
    <ReasonDialog
      title={`Turn test mode ${onOrOff}`}
      action={`Turn ${onOrOff}`}
      danger={testMode}
      onClose={onClose}
      onConfirm={async (reason, key) => {
        try {
          await toggle({ body: { version: seen.version, testMode, reason } }, key);
          notify(`Test mode is ${onOrOff}`, { type: 'success' });
        } catch (error) {
          const text = error instanceof ApiError && error.status === 409 ? conflictText(error) : undefined;
          if (text === undefined) throw error;
          onConflict(text);
        } finally {
          // The banner above the page need not wait for its hint.
          void client.invalidateQueries({ queryKey: ['settings'] });
        }
      }}
    >
      {testMode
        ? 'Orders will be neither charged nor shipped, and the cart will say so. Top-ups, plans and pictures are paid as usual.'
        : 'Orders will be charged and shipped again.'}
    </ReasonDialog>
  );
}
