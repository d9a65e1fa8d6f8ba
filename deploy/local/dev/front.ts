import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { root } from '../server-projects.mjs';

/** What the app answers; every other address is a page, or a file of one. */
const OF_APP = '^/(api|health|metrics|dev|uploads)(/|\\?|$)';
const isOfApp = (url: string): boolean => new RegExp(OF_APP).test(url);
const isOfConsole = (url: string): boolean => /^\/admin(\/|\?|$)/.test(url);

export interface Front {
  readonly address: string;
  /** Lets calls through to the app from now on. */
  open(): void;
  /** Keeps calls waiting: a person sees a slow answer, and no error. */
  hold(): void;
  close(): Promise<void>;
}

/** The one address that people open: pages come from their sources, which the browser follows, calls go to the app. */
export async function startFront({ port, appPort }: { port: number; appPort: number }): Promise<Front> {
  const gate = new Gate();
  const server = createServer();
  const [web, admin] = await Promise.all([pages('web', server, appPort), pages('admin', server, appPort)]);
  server.on('request', (request: IncomingMessage, response) => {
    const url = request.url ?? '/';
    // Vite knows the console by its folder alone.
    if (/^\/admin(\?|$)/.test(url)) request.url = url.replace('/admin', '/admin/');
    const { middlewares } = isOfConsole(url) ? admin : web;
    if (isOfApp(url)) void gate.opened.then(() => middlewares(request, response));
    else middlewares(request, response);
  });
  await listen(server, port);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => gate.open(),
    hold: () => gate.hold(),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all([web.close(), admin.close()]);
    },
  };
}

/** Vite's server for one client. The product's own policy of content goes with the app's replies alone, as it is. */
function pages(folder: 'web' | 'admin', server: Server, appPort: number): Promise<ViteDevServer> {
  return createVite({
    root: join(root, folder),
    cacheDir: join(root, 'node_modules/.cache/easel/vite', folder),
    clearScreen: false,
    server: { middlewareMode: true, ws: { server }, proxy: { [OF_APP]: `http://127.0.0.1:${appPort}` } },
  });
}

class Gate {
  private waiting = Promise.withResolvers<void>();

  get opened(): Promise<void> {
    return this.waiting.promise;
  }

  open(): void {
    this.waiting.resolve();
  }

  hold(): void {
    const before = this.waiting;
    this.waiting = Promise.withResolvers<void>();
    // Whoever waits already goes on waiting.
    void this.waiting.promise.then(before.resolve);
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`PORT ${port} is taken by another program; set another`, { cause: error });
  }
}
