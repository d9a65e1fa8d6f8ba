import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import { type Answer, cellText, isNumeric } from './answer.ts';

const SIZES = [25, 50, 100];

/** Rows of an answer, a page at a time. */
export function AnswerTable({ columns, rows }: Pick<Answer, 'columns' | 'rows'>) {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(25);
  return (
    <>
      <Box role="region" aria-label="Rows" tabIndex={0} sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              {columns.map((column, index) => (
                <TableCell key={index} align={isNumeric(column) ? 'right' : 'left'} sx={{ whiteSpace: 'nowrap' }}>
                  {column.name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.slice(page * size, (page + 1) * size).map((row, index) => (
              <TableRow key={index}>
                {columns.map((column, at) => (
                  <TableCell
                    key={at}
                    className={isNumeric(column) ? 'numbers' : ''}
                    align={isNumeric(column) ? 'right' : 'left'}
                    sx={{ maxWidth: 420, overflowWrap: 'anywhere', verticalAlign: 'top', minWidth: 90 }}
                  >
                    {cellText(row[at], column.type)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {rows.length > SIZES[0]! && (
        <TablePagination
          component="div"
          count={rows.length}
          page={page}
          rowsPerPage={size}
          rowsPerPageOptions={SIZES}
          onPageChange={(_, next) => setPage(next)}
          onRowsPerPageChange={(event) => {
            setSize(Number(event.target.value));
            setPage(0);
          }}
        />
      )}
    </>
  );
}
