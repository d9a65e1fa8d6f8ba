import { isPagePath } from '@easel/contracts/page-paths';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { isDocumentOfItsOwn } from '../lib/own-document.ts';
import { FORGET_PICTURES, OWN_PICTURES, SKIP_WAITING } from '../lib/worker-words.ts';
import { kindOf } from './kinds.ts';

/** The build's files, by the build. */
declare const BUILT_FILES: { url: string; revision: string | null }[];

/** What of a worker's own scope is used here; the rest of the app knows a window's. */
interface WorkerScope {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: ExtendableMessage) => void): void;
}
interface ExtendableMessage extends MessageEvent {
  waitUntil(work: Promise<unknown>): void;
}
const scope = globalThis as unknown as WorkerScope;

const DAY_SECONDS = 86_400;
/** Sixty of them are under 50 MB; a preview is far smaller. */
const OWN_MAX_BYTES = 800_000;

/** Counts how often pictures were forgotten: what was asked for before that is not kept after it. */
let forgotten = 0;
const whole = asPlugin(new CacheableResponsePlugin({ statuses: [200] }));
const ownExpiry = new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true });
const whileRemembered = {
  handlerWillStart: ({ state }: { state?: Record<string, unknown> }) => {
    if (state) state['forgotten'] = forgotten;
    return Promise.resolve();
  },
  cacheWillUpdate: ({ response, state }: { response: Response; state?: Record<string, unknown> }) => {
    const bytes = Number(response.headers.get('content-length') ?? Infinity);
    return Promise.resolve(
      response.status === 200 && state?.['forgotten'] === forgotten && bytes <= OWN_MAX_BYTES ? response : null,
    );
  },
};

precacheAndRoute(BUILT_FILES, { cleanURLs: false, directoryIndex: '' });
cleanupOutdatedCaches();

/** A page is asked for from the server; without a connection the app itself comes, and says so. */
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.mode === 'navigate' &&
    isPagePath(url.pathname) &&
    // Its policy comes with its document, and without a connection nothing can be paid.
    !isDocumentOfItsOwn(url.pathname),
  new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache('/index.html') }] }),
);

const kind =
  (wanted: ReturnType<typeof kindOf>) =>
  ({ request, url, sameOrigin }: { request: Request; url: URL; sameOrigin: boolean }) =>
    sameOrigin && kindOf(url.pathname, request.referrer) === wanted;

registerRoute(
  kind('asset'),
  new CacheFirst({ cacheName: 'assets', plugins: [whole, asPlugin(new ExpirationPlugin({ maxEntries: 40 }))] }),
);
// Ask the network first, so that pictures that were taken down, or whose member signed out, are not shown. The cache
// serves only when there is no connection.
registerRoute(
  kind('public picture'),
  new NetworkFirst({
    cacheName: 'public-pictures',
    plugins: [
      whole,
      asPlugin(new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: 7 * DAY_SECONDS, purgeOnQuotaError: true })),
    ],
  }),
);
registerRoute(
  kind('own picture'),
  new NetworkFirst({ cacheName: OWN_PICTURES, plugins: [asPlugin(whileRemembered), asPlugin(ownExpiry)] }),
);

scope.addEventListener('message', (event) => {
  const type: unknown = (event.data as { type?: unknown } | null)?.type;
  // A new version waits until somebody wants it.
  if (type === SKIP_WAITING) void scope.skipWaiting();
  if (type === FORGET_PICTURES) {
    forgotten += 1;
    event.waitUntil(ownExpiry.deleteCacheAndMetadata());
  }
});

/** Workbox declares what a plugin leaves out otherwise than this house’s compiler takes it. */
function asPlugin(plugin: object): WorkboxPlugin {
  return plugin;
}
