import { visibleText } from '@easel/contracts/kernel/visible-text';
import { messagesHttp, type SavedFilter } from '@easel/contracts/messages/http';
import Bookmarks from '@mui/icons-material/BookmarksOutlined';
import Check from '@mui/icons-material/Check';
import Delete from '@mui/icons-material/DeleteOutlined';
import LinkIcon from '@mui/icons-material/Link';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type FindFilters, savedFiltersOf } from '../lib/saved-filters.ts';
import { useAction } from '../lib/use-action.ts';
import { Failed } from './failed.tsx';
import { sameFilter, setValues } from './same-filter.ts';

const NAME_MAX = 80;

/** Where filters are kept. */
export interface Shelf {
  /** Of the query that lists them. */
  key: readonly string[];
  list: FindFilters;
  save: (saved: Omit<SavedFilter, 'id'>) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  /** Whole, for whoever is to be sent to it. */
  addressOf?: (id: string) => string;
}

/** An operator's own filters of a list, by its name in the API. */
export function useFilterShelf(resource: string): Shelf {
  const save = useAction(messagesHttp.saveFilter);
  const remove = useAction(messagesHttp.deleteFilter);
  return {
    key: ['filters', resource],
    list: savedFiltersOf(resource),
    save: (body) => save({ params: { resource }, body }),
    remove: (id) => remove({ params: { resource, id } }),
  };
}

interface Props {
  shelf: Shelf;
  /** What the list is narrowed to now; without a place in it. */
  values: Readonly<Record<string, unknown>>;
  onApply: (filter: Record<string, unknown>) => void;
}

/** An operator's own filters of a list, kept on the server: chosen, saved under a name, deleted. */
export function SavedFilters({ shelf, values, onApply }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const panelId = useId();
  const titleId = useId();
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<Bookmarks fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : panelId}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ whiteSpace: 'nowrap' }}
      >
        Saved filters
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            id: panelId,
            role: 'dialog',
            'aria-labelledby': titleId,
            sx: { width: 340, maxWidth: 'calc(100vw - 32px)', p: 2, border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Typography id={titleId} variant="h2" sx={{ fontSize: 16, mb: 1 }}>
          Saved filters
        </Typography>
        <Panel
          shelf={shelf}
          values={values}
          onApply={(filter) => {
            setAnchor(null);
            onApply(filter);
          }}
        />
      </Popover>
    </>
  );
}

function Panel({ shelf, values, onApply }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: shelf.key,
    queryFn: ({ signal }) => shelf.list(signal),
  });
  const [dropped, setDropped] = useState<SavedFilter>();
  const [problem, setProblem] = useState<string>();
  const report = (failure: unknown) => setProblem(failure instanceof Error ? failure.message : String(failure));

  async function bringBack({ name, filter }: SavedFilter) {
    try {
      await shelf.save({ name, filter });
      setDropped(undefined);
    } catch (failure) {
      report(failure);
    }
  }

  if (error && !data) return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  return (
    <>
      {data.length === 0 ? (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          None yet. Narrow the list, then keep it here under a name.
        </Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 1, p: 0, maxHeight: 320, overflowY: 'auto' }}>
          {data.map((saved) => (
            <Row
              key={saved.id}
              shelf={shelf}
              saved={saved}
              values={values}
              onApply={onApply}
              onDropped={() => setDropped(saved)}
              onFailure={report}
            />
          ))}
        </Box>
      )}
      {dropped && (
        <Alert
          severity="info"
          role="status"
          sx={{ mb: 1, overflowWrap: 'anywhere' }}
          action={
            <Button color="inherit" size="small" onClick={() => void bringBack(dropped)}>
              Undo
            </Button>
          }
        >
          “{dropped.name}” is deleted
        </Alert>
      )}
      {problem !== undefined && (
        <Alert severity="error" role="alert" sx={{ mb: 1 }} onClose={() => setProblem(undefined)}>
          {problem}
        </Alert>
      )}
      <SaveForm shelf={shelf} values={values} known={data} />
    </>
  );
}

interface RowProps extends Props {
  saved: SavedFilter;
  onDropped: () => void;
  onFailure: (failure: unknown) => void;
}

function Row({ shelf, saved: { id, name, filter }, values, onApply, onDropped, onFailure }: RowProps) {
  const [busy, setBusy] = useState(false);
  const isChosen = sameFilter(filter, values);

  async function drop() {
    setBusy(true);
    try {
      await shelf.remove(id);
      onDropped();
    } catch (failure) {
      setBusy(false);
      onFailure(failure);
    }
  }

  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
      <Button
        size="small"
        color="inherit"
        fullWidth
        aria-pressed={isChosen}
        onClick={() => onApply(filter)}
        sx={{
          justifyContent: 'flex-start',
          textAlign: 'left',
          overflowWrap: 'anywhere',
          fontWeight: isChosen ? 600 : 400,
          bgcolor: isChosen ? 'action.selected' : undefined,
        }}
      >
        {name}
      </Button>
      {shelf.addressOf && <CopyLink address={shelf.addressOf(id)} name={name} />}
      <IconButton size="small" aria-label={`Delete the filter ${name}`} disabled={busy} onClick={() => void drop()}>
        <Delete fontSize="small" />
      </IconButton>
    </Stack>
  );
}

function CopyLink({ address, name }: { address: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : LinkIcon;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <IconButton
      size="small"
      aria-label={isCopied ? `The link to ${name} is copied` : `Copy the link to ${name}`}
      onClick={() => void copy()}
    >
      <Icon fontSize="small" />
    </IconButton>
  );
}

function SaveForm({ shelf, values, known }: Omit<Props, 'onApply'> & { known: readonly SavedFilter[] }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const filter = setValues(values);
  const isNarrowed = Object.keys(filter).length > 0;
  const isTaken = known.some((one) => one.name === visibleText(name));

  async function keep() {
    setBusy(true);
    setProblem(undefined);
    try {
      await shelf.save({ name: visibleText(name), filter });
      setName('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (visibleText(name) !== '' && isNarrowed) void keep();
      }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
        <TextField
          label="Name for what is chosen now"
          margin="none"
          value={name}
          disabled={!isNarrowed}
          helperText={!isNarrowed ? 'Nothing is chosen yet.' : isTaken ? 'It replaces the one of this name.' : ' '}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: NAME_MAX, autoComplete: 'off' } }}
        />
        <Button
          type="submit"
          variant="outlined"
          loading={busy}
          disabled={visibleText(name) === '' || !isNarrowed}
          sx={{ height: 40 }}
        >
          Save
        </Button>
      </Stack>
      {problem !== undefined && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
    </form>
  );
}
