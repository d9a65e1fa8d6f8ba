import type { Reply } from '@easel/contracts/kernel/client/address';
import { journeysHttp } from '@easel/contracts/telemetry/journeys.http';
import Box from '@mui/material/Box';
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

type Funnel = Reply<typeof journeysHttp.funnel>;

const steps = [
  { of: 'visits', label: 'Visits' },
  { of: 'registered', label: 'Registered' },
  { of: 'pictured', label: 'First picture' },
  { of: 'bought', label: 'First purchase' },
] as const satisfies readonly { of: keyof Funnel; label: string }[];

/** From a landing to the first purchase. */
export function FunnelCard({ range }: { range: AskedRange }) {
  const reading = useQuery({
    queryKey: ['funnel', range],
    queryFn: ({ signal }) => call(journeysHttp.funnel, { query: range }, { signal }),
  });
  return (
    <PartCard
      id="funnel"
      title="From landing to purchase"
      note="Visits that began on these days, and how far those came until now who registered on them. A purchase is an image that was bought, or a plan or top-up that was paid for."
      report="conversion"
      reading={reading}
      rows={5}
      isEmpty={(funnel) => steps.every(({ of }) => funnel[of] === 0)}
      none="Nobody came on these days."
    >
      {(funnel) => <Steps funnel={funnel} />}
    </PartCard>
  );
}

function Steps({ funnel }: { funnel: Funnel }) {
  const most = Math.max(...steps.map(({ of }) => funnel[of]));
  return (
    <TablePlace label="Table from landing to purchase">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Step</TableCell>
            <TableCell align="right">People</TableCell>
            <TableCell align="right">Of the step before</TableCell>
            <TableCell sx={{ width: '40%', display: { xs: 'none', sm: 'table-cell' } }} aria-hidden />
          </TableRow>
        </TableHead>
        <TableBody>
          {steps.map(({ of, label }, index) => {
            const before = steps[index - 1];
            return (
              <TableRow key={of}>
                <TableCell component="th" scope="row">
                  {label}
                </TableCell>
                <TableCell align="right">{formatCount(funnel[of])}</TableCell>
                <TableCell align="right">{before ? shareText(funnel[of], funnel[before.of]) : ''}</TableCell>
                <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }} aria-hidden>
                  <Box
                    sx={{
                      height: 16,
                      minWidth: 2,
                      width: `${(funnel[of] / most) * 100}%`,
                      borderRadius: 0.5,
                      backgroundColor: 'primary.main',
                    }}
                  />
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TablePlace>
  );
}
