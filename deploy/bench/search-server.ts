import { createServer } from 'node:http';
import { createLogger } from '@easel/kernel/server/logger';
import { GalleryController } from '@easel/projections/gallery/gallery.controller';
import { foundOf, galleryModel } from '@easel/projections/gallery/gallery.queries';
import { publicGallery } from '@easel/projections/gallery/public-gallery.queries';
import { Reads } from '@easel/projections/kernel/reads';
import { peopleShownAs } from '@easel/projections/people/people.queries';
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
    ? await startReads({ databaseUrl, folder, caller, controllers: [SearchController, GalleryController], given })
    : await startBare(),
);

interface Asked {
  page: number;
  limit: number;
  category?: string;
}

/** The least there is: the same reads, and what they give as the body, without what is known of who made it. */
async function startBare(): Promise<string> {
  const logger = createLogger({ name: 'bench', level: 'warn' });
  const reads = new Reads(databaseUrl, { lines: 2, alone: 2, name: 'bare', logger });
  const images = async (asked: Asked & { q: string }): Promise<string> => {
    const { ids, pagination } = await findPublic(reads, asked, peopleShownAs);
    const meant = pagination.total === 0 ? await didYouMean(reads, asked.q) : [];
    const { json } = await foundOf(reads, null, ids);
    return `{"results":${json},"didYouMean":${JSON.stringify(meant)},"pagination":${JSON.stringify(pagination)}}`;
  };
  const answer = async (pathname: string, asked: Asked & { q: string }): Promise<string> => {
    if (pathname.endsWith('public')) return (await publicGallery(reads, { page: asked.page, limit: asked.limit })).json;
    return pathname.endsWith('suggestions')
      ? JSON.stringify({ suggestions: await suggestions(reads, asked.q) })
      : images(asked);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const { q = '', page = 1, limit = 20, ...others } = Object.fromEntries(searchParams);
    const body = answer(pathname, { q, page: Number(page), limit: Number(limit), ...others });
    body.then(
      (json) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(json),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return listen(server);
}
