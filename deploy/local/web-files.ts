import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** What `npm run build` made of the member app. */
export const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * The member app's files, and its page for every address that is one of its own: the browser's router knows which
 * those are. What looks like a file or a call and is none stays a 404.
 */
export async function serveWebFiles(app: NestFastifyApplication, folder = webFolder): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
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
  });
  app
    .getHttpAdapter()
    .getInstance()
    .get('/*', (request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      const isPage = !/^\/(api|health|metrics|admin)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path);
      return isPage ? reply.sendFile('index.html') : reply.callNotFound();
    });
}
