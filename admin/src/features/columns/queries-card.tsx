import { sqlHttp, type SavedQuery } from '@easel/contracts/columns/http';
import Delete from '@mui/icons-material/DeleteOutlined';
import NotificationsOff from '@mui/icons-material/NotificationsOffOutlined';
import Notifications from '@mui/icons-material/NotificationsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { Failed } from '../../ui/failed.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { AlarmDialog } from './alarm-dialog.tsx';
import { alarmText, isRinging, useSavedQueries } from './saved-queries.ts';

interface Props {
  chosen: SavedQuery | undefined;
  onChoose: (query: SavedQuery | undefined) => void;
}

/** The queries that are kept: chosen, made alarms, deleted. */
export function QueriesCard({ chosen, onChoose }: Props) {
  const { data, error, isFetching, refetch } = useSavedQueries();
  const [asked, setAsked] = useState<{ what: 'alarm' | 'silence' | 'delete'; query: SavedQuery }>();
  const close = () => setAsked(undefined);
  return (
    <Card component="section" aria-labelledby="queries">
      <CardContent>
        <Typography variant="h2" id="queries" gutterBottom>
          Saved queries
        </Typography>
        {error && !data && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={80} />}
        {data?.queries.length === 0 && (
          <Typography color="text.secondary">
            None yet. Save a statement to ask it again, or to have it watched.
          </Typography>
        )}
        <Box component="ul" aria-labelledby="queries" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data?.queries.map((query) => (
            <Stack component="li" key={query.id} direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Button
                  size="small"
                  color="inherit"
                  fullWidth
                  aria-pressed={query.id === chosen?.id}
                  onClick={() => onChoose(query)}
                  sx={{
                    justifyContent: 'flex-start',
                    textAlign: 'left',
                    overflowWrap: 'anywhere',
                    fontWeight: query.id === chosen?.id ? 600 : 400,
                    bgcolor: query.id === chosen?.id ? 'action.selected' : undefined,
                  }}
                >
                  {query.name}
                </Button>
                {query.alarm && (
                  <Typography
                    variant="body2"
                    sx={{
                      pl: 0.75,
                      color: isRinging(query) ? 'error.main' : 'text.secondary',
                      fontWeight: isRinging(query) ? 600 : 400,
                    }}
                  >
                    {alarmText(query.alarm)}
                  </Typography>
                )}
              </Box>
              <IconButton
                size="small"
                aria-label={`Set an alarm for ${query.name}`}
                onClick={() => setAsked({ what: 'alarm', query })}
              >
                <Notifications fontSize="small" />
              </IconButton>
              {query.alarm && (
                <IconButton
                  size="small"
                  aria-label={`End the alarm for ${query.name}`}
                  onClick={() => setAsked({ what: 'silence', query })}
                >
                  <NotificationsOff fontSize="small" />
                </IconButton>
              )}
              <IconButton
                size="small"
                aria-label={`Delete ${query.name}`}
                onClick={() => setAsked({ what: 'delete', query })}
              >
                <Delete fontSize="small" />
              </IconButton>
            </Stack>
          ))}
        </Box>
        {asked?.what === 'alarm' && <AlarmDialog query={asked.query} onClose={close} />}
        {asked?.what === 'silence' && <SilenceDialog query={asked.query} onClose={close} />}
        {asked?.what === 'delete' && (
          <DeleteDialog
            query={asked.query}
            onClose={close}
            onDeleted={() => asked.query.id === chosen?.id && onChoose(undefined)}
          />
        )}
      </CardContent>
    </Card>
  );
}

function SilenceDialog({ query: { id, name }, onClose }: { query: SavedQuery; onClose: () => void }) {
  const set = useAction(sqlHttp.setAlarm);
  return (
    <ReasonDialog
      title={`End the alarm for ${name}`}
      action="End alarm"
      onClose={onClose}
      onConfirm={(reason) => set({ params: { id }, body: { alarm: null, reason } })}
    >
      The query stays, and is watched no longer.
    </ReasonDialog>
  );
}

function DeleteDialog({
  query: { id, name },
  onClose,
  onDeleted,
}: {
  query: SavedQuery;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const notify = useNotify();
  const remove = useAction(sqlHttp.deleteQuery);
  const [busy, setBusy] = useState(false);

  async function drop() {
    setBusy(true);
    try {
      await remove({ params: { id } });
      onDeleted();
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), { type: 'error' });
    }
    onClose();
  }

  return (
    <Confirm
      isOpen
      loading={busy}
      title={`Delete ${name}`}
      content="It is gone for everybody, and its alarm with it."
      confirm="Delete"
      cancel="Keep"
      onConfirm={() => void drop()}
      onClose={onClose}
    />
  );
}
