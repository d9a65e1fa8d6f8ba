import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { logContents } from '@easel/contracts/log';
import type { Caller } from '@easel/kernel/http/caller';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { Sessions } from '@easel/kernel/identity/sessions';
import { ReadsModule } from '@easel/projections/kernel/reads.module';
import { LedgerController } from '@easel/projections/ledger/ledger.controller';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { entries } from '@easel/projections/ledger/ledger.tables';
import { Module } from '@nestjs/common';
import { Pool } from 'pg';

const CONNECTIONS = 4;
const PORTION = 500;
const TOKEN = 'the-one-token-there-is';
const MOST = '9223372036854775807';

@Module({})
class LedgerOnly {}

/** The sessions of one caller, who is never looked up. */
class OneCaller extends Sessions {
  private readonly caller: Caller;

  constructor(pool: Pool, memberId: string) {
    super(pool);
    this.caller = { kind: 'member', id: memberId, sessionId: memberId };
  }

  override byToken(token: string): Promise<Caller | undefined> {
    return Promise.resolve(token === TOKEN ? this.caller : undefined);
  }
}

const [kind, databaseUrl = '', memberId = '', folder = ''] = process.argv.slice(2);
const address = kind === 'ours' ? await startOurs() : await startBare();
process.stdout.write(`${JSON.stringify({ address })}\n`);
process.stdin.once('end', () => process.exit(0)).resume();
process.once('SIGTERM', () => process.exit(0));

async function startOurs(): Promise<string> {
  const config = foundationConfig.parse({
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false', // never called: nobody here names a position
    BLOB_DIR: folder,
    MASTER_KEY: 'ab'.repeat(32),
    LOG_LEVEL: 'warn',
  });
  const foundation = await openFoundation('bench', config, logContents);
  const kernel = KernelModule.register(
    { ...foundation, sessions: new OneCaller(foundation.pool, memberId) },
    { lifecycle: new Lifecycle({ logger: foundation.logger }), metrics: new Metrics(), rateLimitScale: 1_000_000 },
  );
  const app = await createHttpServer({
    module: LedgerOnly,
    imports: [kernel, ReadsModule],
    controllers: [LedgerController],
  });
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
