import type { AuditFinding } from '@easel/contracts/audit/http';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useId, useState } from 'react';
import { JsonView } from '../../ui/json-view.tsx';

/** Each difference at its exact place; what a program would want to know of it is behind it. */
export function FindingsTable({ findings }: { findings: readonly AuditFinding[] }) {
  return (
    <Box role="region" aria-label="Differences" tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
                Detail
              </Box>
            </TableCell>
            <TableCell>Place</TableCell>
            <TableCell>Code</TableCell>
            <TableCell>What is amiss</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {findings.map((finding, index) => (
            <Row key={`${index} ${finding.place}`} finding={finding} />
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Row({ finding: { place, code, message, detail } }: { finding: AuditFinding }) {
  const detailId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <TableRow sx={{ '& td': { verticalAlign: 'top' } }}>
        <TableCell padding="checkbox">
          <IconButton
            size="small"
            aria-label={`Detail of ${place}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ExpandMore fontSize="small" sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
          </IconButton>
        </TableCell>
        <TableCell sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', minWidth: 220 }}>{place}</TableCell>
        <TableCell sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }}>{code}</TableCell>
        <TableCell sx={{ minWidth: 260, overflowWrap: 'anywhere' }}>{message}</TableCell>
      </TableRow>
      {isOpen && (
        <TableRow id={detailId}>
          <TableCell colSpan={4}>
            <JsonView value={detail} label={`Detail of ${place}`} />
          </TableCell>
        </TableRow>
      )}
    </>
  );
}
