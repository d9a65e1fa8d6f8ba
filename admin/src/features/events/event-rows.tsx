import type { EventRecord } from '@easel/contracts/events/http';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { eventPath } from '../../causes/cause-texts.ts';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import type { FromList } from './from-list.ts';
import { Who } from './who.tsx';

interface Props {
  rows: readonly EventRecord[] | undefined;
  /** Rows above this one came while one was looking. */
  cameAfter: string | undefined;
}

const SKELETON_ROWS = Array.from({ length: 16 }, (_, index) => index);
const COLUMNS = 6;

/** Events as rows of a table that scrolls in a region of its own. */
export function EventTable({ rows, cameAfter }: Props) {
  const navigate = useNavigate();
  const state = useFromList();
  const open = (event: MouseEvent<HTMLElement>, id: string) => {
    // A link in the row goes its own way, and whoever marks text does not want to leave.
    if (event.target instanceof Element && event.target.closest('a, button')) return;
    if (window.getSelection()?.isCollapsed === false) return;
    void navigate(eventPath(id), { state });
  };
  return (
    <Box role="region" aria-label="Events, the newest first" tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small" sx={{ '& td, & th': { whiteSpace: 'nowrap', px: 1, fontSize: 13 } }}>
        <TableHead>
          <TableRow>
            <TableCell align="right">Position</TableCell>
            <TableCell>Time (UTC)</TableCell>
            <TableCell>Type</TableCell>
            <TableCell>Stream</TableCell>
            <TableCell>Who</TableCell>
            <TableCell>Member</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows === undefined
            ? SKELETON_ROWS.map((row) => (
                <TableRow key={row}>
                  {Array.from({ length: COLUMNS }, (_, column) => (
                    <TableCell key={column}>
                      <Skeleton variant="text" width={column === 2 ? 180 : 96} />
                    </TableCell>
                  ))}
                </TableRow>
              ))
            : rows.map((row) => (
                <TableRow
                  key={row.id}
                  hover
                  onClick={(event) => open(event, row.id)}
                  sx={{
                    cursor: 'pointer',
                    ...(isLate(row, cameAfter) && {
                      boxShadow: (theme) => `inset 3px 0 ${theme.palette.primary.main}`,
                    }),
                  }}
                >
                  <TableCell align="right">
                    <MuiLink component={Link} to={eventPath(row.id)} state={state} sx={{ fontFamily: 'monospace' }}>
                      {row.id}
                    </MuiLink>
                  </TableCell>
                  <TableCell>
                    <Time at={row.at} exact />
                  </TableCell>
                  <TableCell sx={{ fontWeight: 500, maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis' }}>
                    {row.type}
                  </TableCell>
                  <TableCell>
                    <ShortId id={row.stream} />
                  </TableCell>
                  <TableCell>
                    <Who actor={row.actor} />
                  </TableCell>
                  <TableCell>{row.member_id === null ? '–' : <ShortId id={row.member_id} />}</TableCell>
                </TableRow>
              ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** The same for a phone: a card each. */
export function EventCards({ rows, cameAfter }: Props) {
  const state = useFromList();
  return (
    <Box component="ol" aria-label="Events, the newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows === undefined
        ? SKELETON_ROWS.map((row) => (
            <Box component="li" key={row} sx={{ px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
              <Skeleton variant="text" width="60%" />
              <Skeleton variant="text" width="90%" />
            </Box>
          ))
        : rows.map((row) => (
            <Box
              component="li"
              key={row.id}
              sx={{
                px: 2,
                py: 1,
                borderBottom: 1,
                borderColor: 'divider',
                ...(isLate(row, cameAfter) && { boxShadow: (theme) => `inset 3px 0 ${theme.palette.primary.main}` }),
              }}
            >
              <MuiLink
                component={Link}
                to={eventPath(row.id)}
                state={state}
                sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
              >
                {row.type}
              </MuiLink>
              <Typography
                component="div"
                variant="caption"
                color="text.secondary"
                sx={{ display: 'flex', columnGap: 1.5, flexWrap: 'wrap', overflowWrap: 'anywhere' }}
              >
                <span>{row.id}</span>
                <span>
                  <Time at={row.at} exact /> UTC
                </span>
                <ShortId id={row.stream} />
                <Who actor={row.actor} />
              </Typography>
            </Box>
          ))}
    </Box>
  );
}

const isLate = (row: EventRecord, after: string | undefined): boolean =>
  after !== undefined && BigInt(row.id) > BigInt(after);

function useFromList(): FromList {
  const { search } = useLocation();
  return { list: search };
}
