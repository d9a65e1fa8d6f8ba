import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { prizes } from '@easel/contracts/competitions/policy';
import { imagePath } from '@easel/contracts/gallery/policy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ListBase, Pagination, useListContext } from 'react-admin';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { words } from '../../ui/choices.ts';
import { Failed } from '../../ui/failed.tsx';
import { Dollars, formatCount } from '../../ui/money.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { Section } from '../../ui/section.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { DisqualifyDialog } from './disqualify-dialog.tsx';
import type { EntryRecord } from './use-standing.ts';

const ROWS = 25;

/** All entries of a challenge, the highest proceeds first. */
export const EntriesCard = ({ challenge, onMoved }: { challenge: CompetitionRecord; onMoved: () => void }) => (
  <ListBase<EntryRecord>
    resource="entries"
    disableAuthentication
    disableSyncWithLocation
    storeKey={false}
    exporter={false}
    perPage={ROWS}
    filter={{ competition: challenge.id }}
    sort={{ field: 'proceeds', order: 'DESC' }}
    queryOptions={{ onError: () => undefined }}
  >
    <Section title="Entries">
      <Entries challenge={challenge} onMoved={onMoved} />
    </Section>
  </ListBase>
);

function Entries({ challenge, onMoved }: { challenge: CompetitionRecord; onMoved: () => void }) {
  const { data, error, isPending, isFetching, refetch } = useListContext<EntryRecord>();
  const [asked, setAsked] = useState<EntryRecord>();
  useMoved(['competitions'], () => void refetch());
  if (error) return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (isPending) return <RowsPlaceholder rows={5} heightPx={61} />;
  if (data.length === 0) return <Typography color="text.secondary">{nothing(challenge)}</Typography>;
  return (
    <>
      <EntryTable entries={data} isDecided={challenge.state === 'announced'} onDisqualify={setAsked} />
      <Pagination />
      {asked && (
        <DisqualifyDialog
          entry={asked}
          competitionId={challenge.id}
          onDone={() => {
            void refetch();
            onMoved();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function nothing({ state }: CompetitionRecord): string {
  if (state === 'prepared') return 'Pictures can be entered once the challenge is open.';
  return state === 'open' ? 'No picture has been entered yet.' : 'No picture was entered.';
}

interface TableProps {
  entries: readonly EntryRecord[];
  /** Whether the winners are announced. */
  isDecided: boolean;
  onDisqualify: (entry: EntryRecord) => void;
}

function EntryTable({ entries, isDecided, onDisqualify }: TableProps) {
  const mayDisqualify = useMayCall(competitionsConsoleHttp.disqualify) && !isDecided;
  return (
    <Box
      role="region"
      aria-label="Table of entries"
      tabIndex={0}
      sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Picture</TableCell>
            <TableCell>Member</TableCell>
            <TableCell>Entered (UTC)</TableCell>
            <TableCell>Status</TableCell>
            <TableCell align="right">Proceeds</TableCell>
            <TableCell align="right">Buyers</TableCell>
            <TableCell>Place</TableCell>
            <TableCell align="right">Share</TableCell>
            <TableCell align="right">Prize</TableCell>
            {mayDisqualify && <TableCell>Action</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={entry.id}>
              <TableCell component="th" scope="row">
                <EntryPicture entry={entry} />
              </TableCell>
              <TableCell>
                <ShortId id={entry.member_id} copy of="member’s id" />
              </TableCell>
              <TableCell>
                <Time at={entry.submitted_at} exact />
              </TableCell>
              <TableCell>
                <Status entry={entry} />
              </TableCell>
              <TableCell align="right">
                <Dollars amount={entry.proceeds} />
              </TableCell>
              <TableCell align="right">{formatCount(entry.buyers)}</TableCell>
              <TableCell>{entry.place === null ? '–' : prizes[entry.place - 1]?.place}</TableCell>
              <TableCell align="right">{isDecided ? <Dollars amount={entry.share} /> : '–'}</TableCell>
              <TableCell align="right">
                <Prize entry={entry} />
              </TableCell>
              {mayDisqualify && (
                <TableCell>
                  {entry.status === 'entered' && (
                    <Button
                      size="small"
                      color="error"
                      aria-label={`Disqualify entry ${entry.id}`}
                      onClick={() => onDisqualify(entry)}
                    >
                      Disqualify
                    </Button>
                  )}
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

const Prize = ({ entry: { place, prize, prize_credits: credits } }: { entry: EntryRecord }) =>
  place === null ? (
    <>–</>
  ) : (
    <>
      <Dollars amount={prize} /> and {formatCount(credits)} credits
    </>
  );

const Status = ({ entry: { status, reason } }: { entry: EntryRecord }) => (
  <>
    <Chip
      variant="outlined"
      size="small"
      label={words(status)}
      color={status === 'disqualified' ? 'error' : 'default'}
    />
    {reason !== '' && (
      <Typography variant="caption" component="div" color="text.secondary" sx={{ maxWidth: 260, whiteSpace: 'normal' }}>
        {reason}
      </Typography>
    )}
  </>
);

const SIDE_PX = 48;

/** Shows the picture of an entry. Pictures of withdrawn and disqualified entries may be private again. */
function EntryPicture({ entry: { status, generation_id: id, variant_id: variantId } }: { entry: EntryRecord }) {
  if (status !== 'entered') return <ShortId id={id} copy of="generation’s id" />;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      <Box
        component="img"
        src={imagePath(variantId, { isPublic: true, thumbnail: true })}
        alt=""
        loading="lazy"
        sx={{ width: SIDE_PX, height: SIDE_PX, flexShrink: 0, borderRadius: 1, objectFit: 'cover', bgcolor: 'divider' }}
      />
      <Link href={`/image/${id}`} target="_blank" color="inherit" title={id}>
        Open picture
      </Link>
    </Stack>
  );
}
