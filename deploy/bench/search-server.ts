import { createServer } from 'node:http';
import { createLogger } from '@easel/kernel/server/logger';
import { foundOf, galleryModel } from '@easel/projections/gallery/gallery.queries';
import { Reads } from '@easel/projections/kernel/reads';
import { readSides } from '@easel/projections/read-models';
import { didYouMean } from '@easel/projections/search/did-you-mean.queries';
import { SearchController } from '@easel/projections/search/search.controller';
import { findPublic, searchModel } from '@easel/projections/search/search.queries';
import { suggestions } from '@easel/projections/search/trends.queries';
import { announce, listen, memberCaller, startReads } from './bench-server.ts';

const [kind, databaseUrl = '', folder = ''] = process.argv.slice(2);
// Searched by visitors, who show no token.
const caller = memberCaller('00000000-0000-4000-8000-000000000001');
const given = readSides.flatMap(({ model, given: own = [] }) =>
  model === searchModel || model === galleryModel ? own : [],
);
announce(
  kind === 'ours'
    ? await startReads({ databaseUrl, folder, caller, controller: SearchController, given })
    : await startBare(),
);

/** The least there is: the same reads, and what they give as the body, without what is known of who made it. */
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
  return listen(server);
}
