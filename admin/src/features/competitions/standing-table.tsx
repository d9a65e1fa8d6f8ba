import { ENTRY_SHARE_PERCENT, PLACE_MIN_BUYERS, prizes } from '@easel/contracts/competitions/policy';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Dollars, formatCount, formatDollars } from '../../ui/money.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import type { Awarded } from './use-standing.ts';

interface Props {
  standing: { totalCents: number; houseCents: number; entries: readonly Awarded[] };
}

const SHOWN = 10;

/** The amounts of each entry if the winners were announced now. */
export function Standing({ standing: { totalCents, houseCents, entries } }: Props) {
  if (entries.length === 0) {
    return (
      <Typography>
        No entry has sold anything. There are no winners, and neither money nor credits are awarded.
      </Typography>
    );
  }
  const hidden = entries.slice(SHOWN);
  const hiddenCents = hidden.reduce((sum, { shareCents }) => sum + shareCents, 0);
  return (
    <>
      <Typography gutterBottom>
        {formatDollars(totalCents / 100)} in all; members get {formatDollars((totalCents - houseCents) / 100)}, the
        house keeps {formatDollars(houseCents / 100)}.
      </Typography>
      <AwardTable entries={entries.slice(0, SHOWN)} />
      {hidden.length > 0 && (
        <Typography sx={{ mt: 1 }}>
          {formatCount(hidden.length)} more with a share of {ENTRY_SHARE_PERCENT} %, {formatDollars(hiddenCents / 100)}{' '}
          together.
        </Typography>
      )}
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        Each entry brings {ENTRY_SHARE_PERCENT} % of its own proceeds, the places{' '}
        {prizes.map(({ percent }) => `${percent} %`).join(', ')} of all. A place needs {PLACE_MIN_BUYERS} different
        buyers.
      </Typography>
    </>
  );
}

const AwardTable = ({ entries }: { entries: readonly Awarded[] }) => (
  <Box
    role="region"
    aria-label="Standing"
    tabIndex={0}
    sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
  >
    <Table size="small" sx={{ '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1 } } }}>
      <TableHead>
        <TableRow>
          <TableCell>Place</TableCell>
          <TableCell>Member</TableCell>
          <TableCell align="right">Proceeds</TableCell>
          <TableCell align="right">Buyers</TableCell>
          <TableCell align="right">Share</TableCell>
          <TableCell align="right">Prize</TableCell>
          <TableCell align="right">Credits</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {entries.map(({ entryId, place, memberId, proceedsCents, buyers, shareCents, prizeCents, prizeTenths }) => (
          <TableRow key={entryId}>
            <TableCell>{place === null ? '–' : prizes[place - 1]?.place}</TableCell>
            <TableCell>
              <ShortId id={memberId} />
            </TableCell>
            <TableCell align="right">
              <Dollars amount={proceedsCents / 100} />
            </TableCell>
            <TableCell align="right">{formatCount(buyers)}</TableCell>
            <TableCell align="right">
              <Dollars amount={shareCents / 100} />
            </TableCell>
            <TableCell align="right">{place === null ? '–' : <Dollars amount={prizeCents / 100} />}</TableCell>
            <TableCell align="right">{place === null ? '–' : formatCount(prizeTenths / 10)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
