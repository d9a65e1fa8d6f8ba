import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { LedgerController } from '@easel/projections/ledger/ledger.controller';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { entries } from '@easel/projections/ledger/ledger.tables';
import { Pool } from 'pg';
import { announce, listen, memberCaller, startReads } from './bench-server.ts';
import { TOKEN } from './server-process.ts';

const CONNECTIONS = 4;
const PORTION = 500;
const MOST = '9223372036854775807';

const [kind, databaseUrl = '', memberId = '', folder = ''] = process.argv.slice(2);
const caller = memberCaller(memberId);
announce(
  kind === 'ours'
    ? await startReads({ databaseUrl, folder, caller, controllers: [LedgerController] })
    : await startBare(),
);

/** The least there is: a keyset query of the same rows, named, written as they come. */
async function startBare(): Promise<string> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    options: '-c plan_cache_mode=force_generic_plan',
  });
  const columns = Object.keys(entries.columns).join(', ');
  const walk = (order: string, comparison: string): string =>
    `select ${columns} from ${ledgerModel.schema}.entry where member_id = $1::uuid and position ${comparison} $2::bigint
     order by position ${order} limit $3::int`;
  const [page, portion] = [
    { name: 'page', text: walk('desc', '<') },
    { name: 'portion', text: walk('asc', '>') },
  ];
  const read = async (query: typeof page, position: string, limit: number) =>
    (await pool.query<Record<string, unknown>>({ ...query, values: [memberId, position, limit] })).rows;

  const sendPage = async (response: ServerResponse, cursor: string, limit: number): Promise<void> => {
    const found = await read(page, cursor, limit);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  };
  const sendAll = async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    for (let behind: string | undefined = '-1'; behind !== undefined;) {
      const found: Record<string, unknown>[] = await read(portion, behind, PORTION);
      const lines = found.map((row) => `${Object.values(row).join(',')}\r\n`).join('');
      if (!response.write(lines)) await once(response, 'drain');
      behind = found.length < PORTION ? undefined : String(found.at(-1)?.['position']);
    }
    response.end();
  };

  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      response.writeHead(401).end();
      return;
    }
    const sent =
      searchParams.get('format') === 'csv'
        ? sendAll(response)
        : sendPage(response, searchParams.get('before') ?? MOST, Number(searchParams.get('limit') ?? 25));
    sent.catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  return listen(server);
}
