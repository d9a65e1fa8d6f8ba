import { sqlHttp, type SavedQuery } from '@easel/contracts/columns/http';
import { type AnswerChart, QUERY_NAME_MAX } from '@easel/contracts/columns/policy';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import Save from '@mui/icons-material/SaveOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useAction } from '../../lib/use-action.ts';

interface Props {
  sql: string;
  chart: AnswerChart;
  /** That is open, and may be revised. */
  chosen: SavedQuery | undefined;
  onSaved: (id: string) => void;
}

/** Keeps what stands in the statement under a name. */
export function SaveQuery(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        startIcon={<Save />}
        disabled={visibleText(props.sql) === ''}
        onClick={() => setOpen(true)}
        sx={{ mt: 1, height: 40 }}
      >
        Save
      </Button>
      {isOpen && <SaveDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({ sql, chart, chosen, onSaved, onClose }: Props & { onClose: () => void }) {
  const titleId = useId();
  const save = useAction(sqlHttp.saveQuery);
  const [name, setName] = useState(chosen?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // One request, one id: sent again after a failure, it is still the same query.
  const [fresh] = useState(() => crypto.randomUUID());

  async function keep(target: Pick<SavedQuery, 'id' | 'version'>) {
    setBusy(true);
    setProblem(undefined);
    try {
      const { id, version } = target;
      await save({ params: { id }, body: { version, name: visibleText(name), sql, chart } });
      onSaved(id);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  const isNamed = visibleText(name) !== '';
  const asNew = { id: fresh, version: 0 };
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (isNamed) void keep(chosen ?? asNew);
        }}
      >
        <DialogTitle id={titleId} component="h2">
          Save the statement
        </DialogTitle>
        <DialogContent>
          <TextField
            label="Name"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: QUERY_NAME_MAX, autoComplete: 'off' } }}
          />
          {problem !== undefined && (
            <Alert severity="error" role="alert" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy} color="inherit">
            Cancel
          </Button>
          {chosen && (
            <Button disabled={busy || !isNamed || visibleText(name) === chosen.name} onClick={() => void keep(asNew)}>
              Save as new
            </Button>
          )}
          <Button type="submit" variant="contained" loading={busy} disabled={!isNamed}>
            {chosen ? `Change ${chosen.name}` : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
