import { chatConsoleHttp } from '@easel/contracts/chat/console.http';
import { conversationStream } from '@easel/contracts/chat/stream';
import type { FigureFound } from '@easel/contracts/reports/http';
import { isSum } from '@easel/contracts/reports/policy';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Link as RouterLink } from 'react-router';
import { useMayCall } from '../../lib/roles.ts';
import { eventPath } from '../../causes/cause-texts.ts';
import { ShortId } from '../../ui/short-id.tsx';
import { TablePlace } from '../../ui/table-place.tsx';
import { Time } from '../../ui/time.tsx';
import { movedText } from './table-text.ts';

/** Facts in the log's order, each a link to the event; of a sum, with what it has added. */
export function FactsTable({ facts, column }: Pick<FigureFound, 'facts' | 'column'>) {
  return (
    <TablePlace label="Facts">
      <Table size="small" sx={{ '& td, & th': { whiteSpace: 'nowrap' } }}>
        <TableHead>
          <TableRow>
            <TableCell>Fact</TableCell>
            {isSum(column) && <TableCell align="right">Added</TableCell>}
            <TableCell>Time (UTC)</TableCell>
            <TableCell>Stream</TableCell>
            <TableCell align="right">Position</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {facts.map(({ position, type, stream, at, moved }) => (
            <TableRow key={position}>
              <TableCell component="th" scope="row">
                <Link component={RouterLink} to={eventPath(position)}>
                  {type}
                </Link>
              </TableCell>
              {moved !== null && (
                <TableCell align="right" className="numbers">
                  {movedText(moved, column.unit)}
                </TableCell>
              )}
              <TableCell>
                <Time at={at} exact />
              </TableCell>
              <TableCell>
                <Stream name={stream} />
              </TableCell>
              <TableCell align="right" className="numbers">
                {position}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TablePlace>
  );
}

/** Leads to the conversation that an event is of, as its words are sealed in the event itself. */
function Stream({ name }: { name: string }) {
  const mayRead = useMayCall(chatConsoleHttp.one);
  if (!mayRead || !conversationStream.has(name)) return <ShortId id={name} />;
  return (
    <Link component={RouterLink} to={`/conversations/${conversationStream.idOf(name)}/show`}>
      <ShortId id={name} />
    </Link>
  );
}
