import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { formatCount } from '../../ui/money.tsx';
import { TablePlace } from '../../ui/table-place.tsx';
import type { AskedRange } from '../../ui/use-range.ts';
import { PartCard } from './part-card.tsx';
import { shareText } from './shares.ts';

/** Where visits began. */
export function LandingsCard({ range }: { range: AskedRange }) {
  const reading = useQuery({
    queryKey: ['landings', range],
    queryFn: ({ signal }) => call(telemetryConsoleHttp.landings, { query: range }, { signal }),
  });
  return (
    <PartCard
      id="landings"
      title="Where visits began"
      note="By the page they came to first and the site that led there. Registered counts everyone who registered on these days; of some the first page is not known."
      reading={reading}
      rows={5}
      isEmpty={({ landings }) => landings.length === 0}
      none="No visit began on these days."
    >
      {({ landings }) => (
        <TablePlace label="Table of where visits began" maxHeightPx={420}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>Landing</TableCell>
                <TableCell>From</TableCell>
                <TableCell align="right">Visits</TableCell>
                <TableCell align="right">Registered</TableCell>
                <TableCell align="right">Share</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {landings.map(({ landing, referrer_host, visits, registered }) => (
                <TableRow key={`${landing} ${referrer_host}`}>
                  <TableCell component="th" scope="row">
                    {landing ?? 'not known'}
                  </TableCell>
                  <TableCell>{referrer_host ?? (landing === null ? 'not known' : 'no other site')}</TableCell>
                  <TableCell align="right">{landing === null ? '' : formatCount(visits)}</TableCell>
                  <TableCell align="right">{formatCount(registered)}</TableCell>
                  <TableCell align="right">{landing === null ? '' : shareText(registered, visits)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TablePlace>
      )}
    </PartCard>
  );
}
