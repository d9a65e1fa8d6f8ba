import { type OperatedProvider, providersHttp } from '@easel/contracts/providers/http';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { conflictText } from './conflict.ts';

interface Props {
  /** The provider as the operator saw it when the dialog opened. */
  seen: Pick<OperatedProvider, 'name' | 'label' | 'version'>;
  onConflict: (text: string) => void;
  onClose: () => void;
}

export function PauseDialog({ seen: { name, label, version }, onConflict, onClose }: Props) {
  const pause = useAction(providersHttp.pause);
  const notify = useNotify();
  return (
    <ReasonDialog
      title={`Pause ${label}`}
      action="Pause"
      danger
      onClose={onClose}
      onConfirm={async (reason, key) => {
        try {
          await pause({ params: { name }, body: { version, reason } }, key);
          notify(`${label} is paused`, { type: 'success' });
        } catch (error) {
          const text = conflictText(error, `your change to ${label} was not made`);
          if (text === undefined) throw error;
          onConflict(text);
        }
      }}
    >
      No new requests are sent to it until it is resumed. Members see this before they pay. Requests already in flight
      are completed.
    </ReasonDialog>
  );
}

export function ResumeDialog({ seen: { name, label, version }, onConflict, onClose }: Props) {
  const resume = useAction(providersHttp.resume);
  const notify = useNotify();
  return (
    <ReasonDialog
      title={`Resume ${label}`}
      action="Resume"
      onClose={onClose}
      onConfirm={async (reason, key) => {
        try {
          await resume({ params: { name }, body: { version, reason } }, key);
          notify(`${label} accepts requests again`, { type: 'success' });
        } catch (error) {
          const text = conflictText(error, `your change to ${label} was not made`);
          if (text === undefined) throw error;
          onConflict(text);
        }
      }}
    >
      Members can choose it again within five seconds.
    </ReasonDialog>
  );
}
