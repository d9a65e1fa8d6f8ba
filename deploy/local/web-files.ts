import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** What `npm run build` made of the member app, and of the console. */
export const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
export const consoleFolder = fileURLToPath(new URL('../../../admin/dist/', import.meta.url));

/**
 * The files of both clients, and each one's page for every address that is one of its own: the browser's routers know which
 * those are. What looks like a file or a call and is none stays a 404.
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
      return reply.sendFile('index.html', /^\/admin(\/|$)/.test(path) ? admin : web);
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
