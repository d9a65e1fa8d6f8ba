import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useId } from 'react';

interface Props {
  keys: readonly (readonly [keys: string, what: string])[];
  /** Whether single letters act; undefined where there are none. */
  isOn?: boolean;
  onSwitch?: (isOn: boolean) => void;
  onClose: () => void;
}

/** What can be done by keyboard. */
export function KeysDialog({ keys, isOn, onSwitch, onClose }: Props) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId} component="h2">
        Keys
      </DialogTitle>
      <DialogContent>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>Keys</TableCell>
              <TableCell>What they do</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {keys.map(([pressed, what]) => (
              <TableRow key={pressed}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                  <kbd>{pressed}</kbd>
                </TableCell>
                <TableCell>{what}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {onSwitch && (
          <FormControlLabel
            sx={{ mt: 1 }}
            control={<Switch checked={isOn ?? true} onChange={(_, checked) => onSwitch(checked)} />}
            label="Single letters act"
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
