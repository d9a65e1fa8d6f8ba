import type { Reply } from '@easel/contracts/kernel/client/address';
import { journeysHttp } from '@easel/contracts/telemetry/journeys.http';
import { alpha } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { shortDay } from '../../ui/days.ts';
import { formatCount } from '../../ui/money.tsx';
import { TablePlace } from '../../ui/table-place.tsx';
import type { AskedRange } from '../../ui/use-range.ts';
import { PartCard } from './part-card.tsx';
import { shareText } from './shares.ts';

type Cohorts = Reply<typeof journeysHttp.cohorts>['cohorts'];

/** Who comes again, by the week in which they registered. */
export function CohortsCard({ range }: { range: AskedRange }) {
  const reading = useQuery({
    queryKey: ['cohorts', range],
    queryFn: ({ signal }) => call(journeysHttp.cohorts, { query: range }, { signal }),
  });
  return (
    <PartCard
      id="cohorts"
      title="Who comes again"
      note="Of those who registered in a week (from Monday, UTC), the share that asked for an image, bought one or fetched a file in it and in each week after. The last share of a row is of the running week, and may grow."
      report="retention"
      reading={reading}
      rows={6}
      isEmpty={({ cohorts }) => cohorts.every(({ members }) => members === 0)}
      none="Nobody registered on these days."
    >
      {({ cohorts }) => <Weeks cohorts={cohorts} />}
    </PartCard>
  );
}

function Weeks({ cohorts }: { cohorts: Cohorts }) {
  const longest = Math.max(...cohorts.map(({ active }) => active.length));
  const weeks = Array.from({ length: longest }, (_, since) => since);
  return (
    <TablePlace label="Table of who comes again" maxHeightPx={520}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>Registered in</TableCell>
            <TableCell align="right">Members</TableCell>
            {weeks.map((since) => (
              <TableCell key={since} align="right">
                Week {since}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {cohorts.toReversed().map(({ week, members, active }) => (
            <TableRow key={week}>
              <TableCell component="th" scope="row">
                {shortDay(week)}
              </TableCell>
              <TableCell align="right">{formatCount(members)}</TableCell>
              {weeks.map((since) => (
                <Share key={since} members={members} active={active[since]} />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TablePlace>
  );
}

/** Deeper where more came again; weeks that have not come yet stay empty. */
function Share({ members, active }: { members: number; active: number | undefined }) {
  if (active === undefined) return <TableCell />;
  const share = members === 0 ? 0 : active / members;
  return (
    <TableCell
      align="right"
      sx={{
        whiteSpace: 'nowrap',
        backgroundColor: ({ palette }) => (share === 0 ? undefined : alpha(palette.info.main, 0.06 + 0.22 * share)),
      }}
    >
      {shareText(active, members)}
    </TableCell>
  );
}
