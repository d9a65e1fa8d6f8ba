import { sqlHttp, type SavedQuery } from '@easel/contracts/columns/http';
import { ALARMS_EVERY_SECONDS, type AlarmSide, alarmSides } from '@easel/contracts/columns/policy';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useAction } from '../../lib/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';

const sideLabels: Readonly<Record<AlarmSide, string>> = { above: 'is above', below: 'is below' };

/** Makes a query an alarm, or changes when it is one. */
export function AlarmDialog({ query: { id, name, alarm }, onClose }: { query: SavedQuery; onClose: () => void }) {
  const set = useAction(sqlHttp.setAlarm);
  const [side, setSide] = useState<AlarmSide>(alarm?.side ?? 'above');
  const [threshold, setThreshold] = useState(alarm ? String(alarm.threshold) : '');
  return (
    <ReasonDialog
      title={`Alarm for ${name}`}
      action="Set alarm"
      onClose={onClose}
      onConfirm={async (reason) => {
        if (threshold.trim() === '' || !Number.isFinite(Number(threshold))) throw new Error('Please enter a number');
        await set({ params: { id }, body: { alarm: { side, threshold: Number(threshold) }, reason } });
      }}
    >
      <Typography variant="body2" color="text.secondary">
        It rings while the first number of the answer’s first row is beyond the threshold, and where there is none. It
        is looked at every {ALARMS_EVERY_SECONDS} seconds.
      </Typography>
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <TextField
          label="When the number"
          select
          value={side}
          onChange={(event) => setSide(event.target.value as AlarmSide)}
        >
          {alarmSides.map((one) => (
            <MenuItem key={one} value={one}>
              {sideLabels[one]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label="Threshold"
          required
          value={threshold}
          onChange={(event) => setThreshold(event.target.value)}
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
        />
      </Stack>
    </ReasonDialog>
  );
}
