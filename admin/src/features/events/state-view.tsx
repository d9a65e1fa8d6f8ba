import type { StreamStep } from '@easel/contracts/events/http';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../ui/money.tsx';
import { isMarked, type Path, pathText, stateLines } from './state-lines.ts';

/** How much stands above the first line that was changed. */
const LINES_ABOVE_PX = 64;

/** A state as JSON, the lines that the step has changed marked by more than their colour. */
export function StateView({ value, changed }: { value: unknown; changed: readonly Path[] }) {
  const region = useRef<HTMLPreElement>(null);
  // The first of them is in sight, whatever stands above it.
  useLayoutEffect(() => {
    const first = region.current?.querySelector('ins');
    if (region.current && first) region.current.scrollTop = first.offsetTop - LINES_ABOVE_PX;
  }, [value]);
  return (
    <Box
      component="pre"
      ref={region}
      role="region"
      aria-label="State, what was changed in it marked"
      tabIndex={0}
      sx={{
        position: 'relative',
        m: 0,
        py: 2,
        maxHeight: { xs: 480, lg: 'calc(100dvh - 260px)' },
        overflow: 'auto',
        borderRadius: 1,
        bgcolor: 'action.selected',
        fontSize: 13,
        lineHeight: 1.5,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {stateLines(value).map((line, index) => {
        const marked = isMarked(line, changed);
        const Line = marked ? 'ins' : 'span';
        return (
          <Box
            component={Line}
            // Lines have no name of their own, and are not moved.
            key={index}
            sx={{
              display: 'block',
              pr: 2,
              pl: `${28 + 16 * line.depth}px`,
              position: 'relative',
              textDecoration: 'none',
              ...(marked && {
                fontWeight: 600,
                boxShadow: (theme) => `inset 3px 0 ${theme.palette.primary.main}`,
                '&::before': { content: '"±"', position: 'absolute', left: 10, fontWeight: 400 },
              }),
            }}
          >
            {line.text}
          </Box>
        );
      })}
    </Box>
  );
}

/** Each difference: where, what it was and what it is. */
export function ChangesTable({ changes, more }: Pick<StreamStep, 'changes' | 'more'>) {
  if (changes.length === 0) return <Typography color="text.secondary">Nothing: the state is as it was.</Typography>;
  return (
    <>
      <Box
        role="region"
        aria-label="What the fact changed"
        tabIndex={0}
        sx={{ mx: -2, maxHeight: 360, overflow: 'auto' }}
      >
        <Table
          size="small"
          stickyHeader
          sx={{
            tableLayout: 'fixed',
            '& td, & th': { verticalAlign: 'top', overflowWrap: 'anywhere' },
            '& th:first-of-type': { pl: 2 },
            '& th:last-of-type, & td:last-of-type': { pr: 2 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>Where</TableCell>
              <TableCell>Before</TableCell>
              <TableCell>After</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {changes.map((change) => (
              <TableRow key={pathText(change.path)}>
                <TableCell component="th" scope="row" sx={{ fontWeight: 500 }}>
                  {pathText(change.path)}
                </TableCell>
                <TableCell>{'before' in change ? <Value value={change.before} /> : 'not there'}</TableCell>
                <TableCell>{'after' in change ? <Value value={change.after} /> : 'not there'}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {more > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          and {formatCount(more)} more differences
        </Typography>
      )}
    </>
  );
}

const Value = ({ value }: { value: unknown }) => (
  <Box component="code" sx={{ fontFamily: 'monospace', fontSize: 13, whiteSpace: 'pre-wrap' }}>
    {JSON.stringify(value, null, 1)}
  </Box>
);
