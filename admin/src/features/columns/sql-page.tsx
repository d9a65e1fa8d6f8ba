import { sqlHttp, type SavedQuery } from '@easel/contracts/columns/http';
import type { AnswerChart } from '@easel/contracts/columns/policy';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'react-admin';
import { DetailedAlert } from '../../ui/detailed-alert.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useSearchParams } from 'react-router';
import { call } from '../../lib/api.ts';
import { AnswerCard } from './answer-card.tsx';
import { QueriesCard } from './queries-card.tsx';
import { SaveQuery } from './save-query.tsx';
import { useSavedQueries } from './saved-queries.ts';
import { SchemaCard } from './schema-card.tsx';
import { StatementCard } from './statement-card.tsx';

const FIRST = 'select type, count(*) as facts\nfrom facts\ngroup by type\norder by facts desc';

/** Answers by SQL over the log, as of any position. */
export default function SqlPage() {
  const [sql, setSql] = useStore('sql.statement', FIRST);
  const [asOf, setAsOf] = useStore('sql.asOf', '');
  const [chart, setChart] = useStore<AnswerChart>('sql.chart', 'none');
  const { data } = useSavedQueries();
  const [params, setParams] = useSearchParams();
  const chosen = data?.queries.find(({ id }) => id === params.get('query'));
  const field = useRef<HTMLTextAreaElement>(null);
  const leave = useRef<AbortController>(undefined);
  const run = useMutation({
    mutationFn: async (asked: { sql: string; as_of?: string }) => {
      leave.current = new AbortController();
      return { sql: asked.sql, answer: await call(sqlHttp.run, { body: asked }, { signal: leave.current.signal }) };
    },
  });

  function choose(query: SavedQuery | undefined) {
    setParams(query ? { query: query.id } : {}, { replace: true });
    if (query) open(query);
  }
  function open(query: SavedQuery) {
    // An answer to another statement must not stand beneath this one.
    if (run.variables?.sql !== query.sql) {
      leave.current?.abort();
      run.reset();
    }
    setSql(query.sql);
    setChart(query.chart);
  }
  // Whoever comes by a link finds the query as it is kept.
  const openLinked = useEffectEvent(() => chosen && open(chosen));
  useEffect(() => {
    openLinked();
  }, [chosen?.id]);

  function put(name: string) {
    const { selectionStart: from, selectionEnd: to } = field.current ?? {
      selectionStart: sql.length,
      selectionEnd: sql.length,
    };
    setSql(sql.slice(0, from) + name + sql.slice(to));
    field.current?.focus();
  }

  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <PageTitle title="SQL" />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
          alignItems: 'start',
        }}
      >
        <Stack spacing={2}>
          <StatementCard
            sql={sql}
            asOf={asOf}
            field={field}
            isRunning={run.isPending}
            onSql={setSql}
            onAsOf={setAsOf}
            onRun={() => run.mutate(asOf.trim() === '' ? { sql } : { sql, as_of: asOf.trim() })}
            onCancel={() => leave.current?.abort()}
          >
            <SaveQuery
              sql={sql}
              chart={chart}
              chosen={chosen}
              onSaved={(id) => setParams({ query: id }, { replace: true })}
            />
          </StatementCard>
          {run.error && !isLeft(run.error) && <Trouble error={run.error} />}
          {run.data && (
            <AnswerCard
              key={run.submittedAt}
              {...run.data}
              isOld={run.data.sql !== sql}
              chart={chart}
              onChart={setChart}
            />
          )}
        </Stack>
        <Stack spacing={2}>
          <QueriesCard chosen={chosen} onChoose={choose} />
          <SchemaCard onName={put} />
        </Stack>
      </Box>
    </Stack>
  );
}

const isLeft = (error: Error): boolean => error.name === 'AbortError';

/** What the database says, beside the server's words. */
function detailOf(error: Error): string {
  const body = error instanceof ApiError ? error.body : undefined;
  const isDetailed = typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
  return isDetailed ? String(body.detail) : '';
}

function Trouble({ error }: { error: Error }) {
  const fields = error instanceof ApiError ? error.fields : [];
  const message = fields.length > 0 ? fields.map((field) => field.message).join('. ') : error.message;
  return <DetailedAlert message={message} detail={detailOf(error)} />;
}
