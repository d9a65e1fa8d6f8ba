import { createServer } from 'node:http';
import { searchHttp } from '@easel/contracts/search/http';
import { createPool } from '@easel/kernel/database/database';
import { visitor } from '@easel/kernel/http/caller';
import { type HttpRequest, RequestState } from '@easel/kernel/http/http-request';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { createLogger } from '@easel/kernel/server/logger';
import {
  type Dress,
  DRESS,
  FIND_PUBLIC,
  type FindPublic,
  GalleryController,
} from '@easel/projections/gallery/gallery.controller';
import { galleryModel } from '@easel/projections/gallery/gallery.queries';
import { Reads } from '@easel/projections/kernel/reads';
import {
  AUTHORS_NAMED,
  FOUND_CARDS,
  type FoundCards,
  SearchController,
} from '@easel/projections/search/search.controller';
import { type AuthorsNamed, searchModel } from '@easel/projections/search/search.queries';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { announce, givenFor, listen, memberCaller, startReads } from './bench-server.ts';

const [kind, databaseUrl = '', folder = ''] = process.argv.slice(2);
@Module({})
class Given {}

// Searched by visitors, who show no token.
const caller = memberCaller('00000000-0000-4000-8000-000000000001');
const given = givenFor(searchModel, galleryModel);
announce(
  kind === 'ours'
    ? await startReads({ databaseUrl, folder, caller, controllers: [SearchController, GalleryController], given })
    : await startBare(),
);

/** What a reply is sent by. */
interface Sent {
  header(name: string, value: string): this;
  send(payload: string | Buffer): void;
}

/**
 * The least there is: node:http with the same handlers behind it, which read the same and give the same body. Nothing
 * is around them, no rule of the route is checked, and no reply is kept.
 */
async function startBare(): Promise<string> {
  const logger = createLogger({ name: 'bench', level: 'warn' });
  const reads = new Reads(databaseUrl, { lines: 2, alone: 2, name: 'bare', logger });
  const pool = createPool(databaseUrl, { max: 2, name: 'bare' });
  const own = [
    { provide: Reads, useValue: reads },
    { provide: Sealer, useValue: new Sealer(new PostgresPersonKeys(pool), 'ab'.repeat(32)) },
  ];
  const context = await NestFactory.createApplicationContext(
    { module: Given, providers: [...own, ...given] },
    { logger: false },
  );
  const dress = context.get<Dress>(DRESS);
  const find = context.get<FindPublic>(FIND_PUBLIC);
  const search = new SearchController(
    reads,
    context.get<FoundCards>(FOUND_CARDS),
    context.get<AuthorsNamed>(AUTHORS_NAMED),
  );
  const answer = async (pathname: string, asked: Record<string, string>, sent: Sent): Promise<void> => {
    const reply = sent as unknown as FastifyReply;
    if (pathname === searchHttp.suggestions.path)
      return search.suggestions(searchHttp.suggestions.query.parse(asked), reply);
    if (pathname === searchHttp.images.path) return search.images(visitor, searchHttp.images.query.parse(asked), reply);
    // A new one each time: it has kept no reply.
    const gallery = new GalleryController(reads, dress, find);
    const request = { headers: {}, query: asked, easel: new RequestState('bench', 'bench') };
    return gallery.public(request as unknown as HttpRequest, reply);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const sent: Sent = {
      header: () => sent,
      send: (body) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
    };
    answer(pathname, Object.fromEntries(searchParams), sent).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
  return listen(server);
}
