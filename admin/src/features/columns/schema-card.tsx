import { sqlHttp, type SqlColumn } from '@easel/contracts/columns/http';
import { contains } from '@easel/contracts/kernel/words';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Failed } from '../../ui/failed.tsx';
import { Time } from '../../ui/time.tsx';

const CHECK_EVERY_MS = 10_000;

const useSchema = () =>
  useQuery({
    queryKey: ['sql', 'schema'],
    queryFn: ({ signal }) => call(sqlHttp.schema, {}, { signal }),
    refetchInterval: CHECK_EVERY_MS,
  });

/** What can be asked: the facts, and a view a fact type. A name that is pressed goes into the statement. */
export function SchemaCard({ onName }: { onName: (name: string) => void }) {
  const { data, error, isFetching, refetch } = useSchema();
  const [words, setWords] = useState('');
  const tables = data?.tables.filter(
    ({ name, columns }) => contains(name, words) || columns.some((column) => contains(column.name, words)),
  );
  return (
    <Card component="section" aria-labelledby="schema">
      <CardContent>
        <Typography variant="h2" id="schema" gutterBottom>
          Tables
        </Typography>
        <Typography variant="body2" color="text.secondary">
          Instants are UTC. Personal fields are left out.{' '}
          {data?.at && (
            <>
              Up to <Time at={data.at} />.
            </>
          )}
          {data && data.position === null && 'The columns are being made from the log.'}
        </Typography>
        <TextField label="Find a table or a field" value={words} onChange={(event) => setWords(event.target.value)} />
        {error && !data && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={360} />}
        <Box
          role="region"
          aria-label="Tables and their fields"
          tabIndex={0}
          sx={{ maxHeight: { xs: 320, lg: 560 }, overflowY: 'auto', mt: 1 }}
        >
          {tables?.map(({ name, columns }) => (
            <Box
              component="details"
              key={name}
              open={name === 'facts' || (words.trim() !== '' && tables.length < 4)}
              sx={{ mb: 0.5 }}
            >
              <Box component="summary" sx={{ cursor: 'pointer', py: 0.5, fontWeight: 500, overflowWrap: 'anywhere' }}>
                {name}
              </Box>
              <Name
                name={name === 'facts' ? name : quoted(name)}
                onName={onName}
                label={`Put ${name} into the statement`}
              />
              <Box component="ul" aria-label={`Fields of ${name}`} sx={{ m: 0, pl: 1, listStyle: 'none' }}>
                {columns.map((column) => (
                  <Field key={column.name} of={column} onName={onName} />
                ))}
              </Box>
            </Box>
          ))}
          {tables?.length === 0 && <Typography color="text.secondary">Nothing is called so.</Typography>}
        </Box>
      </CardContent>
    </Card>
  );
}

/** `at` and the like are words of SQL; in quotation marks every name is one. */
const quoted = (name: string): string => (/^[a-z_]+$/.test(name) && name !== 'at' ? name : `"${name}"`);

function Field({ of: { name, type }, onName }: { of: SqlColumn; onName: (name: string) => void }) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'baseline', gap: 1, justifyContent: 'space-between' }}>
      <Name name={quoted(name)} onName={onName} label={`Put ${name} into the statement`} />
      <Typography component="span" variant="body2" color="text.secondary" noWrap title={type} sx={{ minWidth: 0 }}>
        {type.startsWith('STRUCT') ? 'STRUCT' : type}
      </Typography>
    </Box>
  );
}

const Name = ({ name, label, onName }: { name: string; label: string; onName: (name: string) => void }) => (
  <Button
    size="small"
    color="inherit"
    aria-label={label}
    onClick={() => onName(name)}
    sx={{
      fontFamily: 'monospace',
      fontWeight: 400,
      minWidth: 0,
      py: 0,
      justifyContent: 'flex-start',
      textAlign: 'left',
      overflowWrap: 'anywhere',
    }}
  >
    {name}
  </Button>
);
