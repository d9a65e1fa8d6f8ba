import { messageOf } from '@easel/contracts/kernel/client/api-error';
import type { Preset } from '@easel/contracts/members/presets.http';
import { Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './menu.module.css';
import { useDeletePreset, usePresets } from './presets.ts';

export function PresetList({ onPick }: { onPick: (preset: Preset) => void }) {
  const { data, error, fetchStatus, refetch } = usePresets();
  const remove = useDeletePreset();

  if (!data && (error || fetchStatus === 'paused')) {
    return (
      <>
        <p className={styles.problem} role="alert">
          {messageOf(error, 'Your presets could not be loaded')}
        </p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </>
    );
  }
  if (!data) return <Skeleton style={{ height: 44 }} />;
  if (data.presets.length === 0) {
    return (
      <p className={styles.note}>Keep the settings of the form under a name, and come back to them with one press.</p>
    );
  }

  const forget = ({ id, name }: Preset) =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => toast.success(`Preset “${name}” deleted`),
        onError: (failure) => toast.error(messageOf(failure, 'The preset could not be deleted')),
      },
    );
  return (
    <ul>
      {data.presets.map((preset) => (
        <li key={preset.id} className={styles.row}>
          <button type="button" className={styles.pick} onClick={() => onPick(preset)}>
            <span>{preset.name}</span>
          </button>
          <IconButton
            label={`Delete preset: ${preset.name}`}
            disabled={remove.isPending}
            onClick={() => forget(preset)}
          >
            <Trash2 size={20} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
