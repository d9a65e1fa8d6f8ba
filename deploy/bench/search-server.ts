import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logContents } from '@easel/contracts/log';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { createLogger } from '@easel/kernel/server/logger';
import { Metrics } from '@easel/kernel/server/metrics';
import { foundOf, galleryModel } from '@easel/projections/gallery/gallery.queries';
import { Reads } from '@easel/projections/kernel/reads';
import { ReadsModule } from '@easel/projections/kernel/reads.module';
import { didYouMean } from '@easel/projections/search/did-you-mean.queries';
import { FOUND_CARDS, type FoundCards, SearchController } from '@easel/projections/search/search.controller';
import { findPublic } from '@easel/projections/search/search.queries';
import { suggestions } from '@easel/projections/search/trends.queries';
import { Module } from '@nestjs/common';

const cards = { of: foundOf, model: galleryModel } satisfies FoundCards;

@Module({ providers: [{ provide: FOUND_CARDS, useValue: cards }], exports: [FOUND_CARDS] })
class Given {}

@Module({})
class SearchOnly {}

const [kind, databaseUrl = '', folder = ''] = process.argv.slice(2);
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
  const kernel = KernelModule.register(foundation, {
    // Visitors are counted, as they are everywhere, but none is refused here.
    lifecycle: new Lifecycle({ logger: foundation.logger }),
    metrics: new Metrics(),
    rateLimitScale: 1_000_000,
  });
  const app = await createHttpServer({
    module: SearchOnly,
    imports: [kernel, ReadsModule, { module: Given, global: true }],
    controllers: [SearchController],
  });
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

/** The least there is: the same reads, and what they give as the body. */
async function startBare(): Promise<string> {
  const logger = createLogger({ name: 'bench', level: 'warn' });
  const reads = new Reads(databaseUrl, { lines: 2, alone: 2, name: 'bare', logger });
  const images = async (q: string): Promise<string> => {
    const { ids, pagination } = await findPublic(reads, { q, page: 1, limit: 20 });
    const meant = pagination.total === 0 ? await didYouMean(reads, q) : [];
    const { json } = await foundOf(reads, null, ids);
    return `{"results":${json},"didYouMean":${JSON.stringify(meant)},"pagination":${JSON.stringify(pagination)}}`;
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const q = searchParams.get('q') ?? '';
    const body = pathname.endsWith('suggestions')
      ? suggestions(reads, q).then((found) => JSON.stringify({ suggestions: found }))
      : images(q);
    body.then(
      (json) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(json),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
