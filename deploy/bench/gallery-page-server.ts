import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logContents } from '@easel/contracts/log';
import type { Caller } from '@easel/kernel/http/caller';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { Sessions } from '@easel/kernel/identity/sessions';
import { GalleryController } from '@easel/projections/gallery/gallery.controller';
import { galleryModel, ownGalleryPage } from '@easel/projections/gallery/gallery.queries';
import { ReadsModule } from '@easel/projections/kernel/reads.module';
import { readSides } from '@easel/projections/read-models';
import { Module } from '@nestjs/common';
import { Pool } from 'pg';

const CONNECTIONS = 4;
const TOKEN = 'the-one-token-there-is';

@Module({})
class GalleryOnly {}

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
    // Visitors are counted, as they are everywhere, but none is refused here.
    { lifecycle: new Lifecycle({ logger: foundation.logger }), metrics: new Metrics(), rateLimitScale: 1_000_000 },
  );
  const app = await createHttpServer({
    module: GalleryOnly,
    imports: [kernel, ReadsModule],
    controllers: [GalleryController],
    // What it is told of other read models.
    providers: [...(readSides.find(({ model }) => model === galleryModel)?.given ?? [])],
  });
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

/** The least there is: the query, named, and its text as the body. */
async function startBare(): Promise<string> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    options: '-c plan_cache_mode=force_generic_plan',
  });
  const text = ownGalleryPage.text;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const page = Number(searchParams.get('page') ?? 1);
    const limit = Number(searchParams.get('limit') ?? 12);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      response.writeHead(401).end();
      return;
    }
    const values = [memberId, 'completed', (page - 1) * limit, limit];
    pool.query<{ json: string }>({ name: 'page', text, values }).then(
      ({ rows }) => {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(rows[0]?.json);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
