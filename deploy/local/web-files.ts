import { fileURLToPath } from 'node:url';
import { isPagePath } from '@easel/contracts/page-paths';
import { isSharedPath, SHARED_HEADERS } from '@easel/contracts/shares/policy';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** What `npm run build` made of the member app, and of the console. */
export const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
export const consoleFolder = fileURLToPath(new URL('../../../admin/dist/', import.meta.url));

/**
 * The files of both clients, and each one's page for every address that is one of its own. What is no page of the
 * member app's is answered with its page as well, which says so, and the status 404; what looks like a file or a call
 * and is none, with that status alone. A shared page whose link does not work any more has the status 404 as well.
 */
export async function serveWebFiles(
  app: NestFastifyApplication,
  { web = webFolder, admin = consoleFolder } = {},
): Promise<void> {
  await app.register(fastifyStatic, { ...settings, root: web });
  await app.register(fastifyStatic, { ...settings, root: admin, prefix: '/admin/', decorateReply: false });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = !/^\/(api|health|metrics)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path);
    if (!isPage) return reply.callNotFound();
    if (/^\/admin(\/|$)/.test(path)) return reply.sendFile('index.html', admin);
    const isThere = isPagePath(path) && !(isSharedPath(path) && (await isDeadLink(path, request.ip)));
    if (isSharedPath(path)) void reply.headers(SHARED_HEADERS);
    return reply.status(isThere ? 200 : 404).sendFile('index.html', web);
  });

  /** As this server's own route says to the same visitor: the page says the same once it has come. */
  async function isDeadLink(path: string, visitor: string): Promise<boolean> {
    const [, , token = ''] = path.split('/');
    const { statusCode } = await fastify.inject({ url: `/api/shared/${token}`, remoteAddress: visitor });
    return statusCode === 404;
  }
}

/** Scripts, styles and fonts, compressed or not; a service worker has a policy of its own. */
const PART_OF_A_PAGE = /(?<!\/sw)\.(?:js|css|woff2)(?:\.br|\.gz)?$/;
/** Count for documents alone, and are larger than the first scripts of a page need to be on a slow line. */
const OF_DOCUMENTS = ['content-security-policy', 'cross-origin-opener-policy', 'permissions-policy'] as const;

const settings: Omit<Parameters<typeof fastifyStatic>[1], 'root'> = {
  wildcard: false,
  index: false,
  cacheControl: false,
  // The build laid a .br and a .gz beside each text.
  preCompressed: true,
  setHeaders: (reply, path) => {
    // Vite puts a hash of the content into these names.
    const forGood = path.includes('/assets/');
    void reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (PART_OF_A_PAGE.test(path)) for (const name of OF_DOCUMENTS) void reply.removeHeader(name);
  },
};
