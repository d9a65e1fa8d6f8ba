import { createServer } from 'node:http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { GalleryController } from '@easel/projections/gallery/gallery.controller';
import { galleryModel, ownGalleryPage } from '@easel/projections/gallery/gallery.queries';
import { sendJson } from '@easel/projections/kernel/reply';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Pool } from 'pg';
import { announce, givenFor, listen, memberCaller, startReads } from './bench-server.ts';
import { TOKEN } from './server-process.ts';

const CONNECTIONS = 4;

const [kind, databaseUrl = '', memberId = '', folder = '', bytes = '0'] = process.argv.slice(2);
const constantBody = Buffer.alloc(Number(bytes), ' ');

/** Where the public gallery is, under the same rules, and sends the same body each time. */
@Controller()
class ConstantController {
  @RouteOf(galleryHttp.public)
  public(@Res() reply: FastifyReply): void {
    sendJson(reply, { json: constantBody, incomplete: false });
  }
}

const caller = memberCaller(memberId);
const given = givenFor(galleryModel);
const controllers = kind === 'constant' ? [ConstantController] : [GalleryController];
announce(
  kind === 'bare'
    ? await startBare()
    : await startReads({ databaseUrl, folder, caller, controllers, given: kind === 'ours' ? given : [] }),
);

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
  return listen(server);
}
