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
 * and is none, with that status alone.
 */
export async function serveWebFiles(
  app: NestFastifyApplication,
  { web = webFolder, admin = consoleFolder } = {},
): Promise<void> {
  await app.register(fastifyStatic, { ...settings, root: web });
  await app.register(fastifyStatic, { ...settings, root: admin, prefix: '/admin/', decorateReply: false });
  app
    .getHttpAdapter()
    .getInstance()
    .get('/*', (request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      const isPage = !/^\/(api|health|metrics)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path);
      if (!isPage) return reply.callNotFound();
      if (/^\/admin(\/|$)/.test(path)) return reply.sendFile('index.html', admin);
      if (isSharedPath(path)) void reply.headers(SHARED_HEADERS);
      return reply.status(isPagePath(path) ? 200 : 404).sendFile('index.html', web);
    });
}

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
  },
};
