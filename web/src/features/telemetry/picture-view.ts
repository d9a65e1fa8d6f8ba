import { PICTURE_VIEWED, VIEW_MS } from '@easel/contracts/telemetry/policy';
import { localStore, TOKEN_KEY } from '../../lib/storage.ts';
import { viewTelling } from './view-telling.ts';

const IMAGE_PAGE = /^\/image\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

/** Pictures whose view this document has told. */
const told = new Set<string>();

/** Reports the view of a page that came rendered, which nothing else does before the app has loaded. */
export function noteViewOf({ pathname }: Location): void {
  const [, generationId] = IMAGE_PAGE.exec(pathname) ?? [];
  if (generationId !== undefined) noteView(generationId);
}

/**
 * Tells that a picture was looked at once it has been in sight for long enough, once a document. Called again, what it
 * returns gives that up.
 */
export function noteView(generationId: string): () => void {
  if (!viewTelling.isOn || told.has(generationId)) return () => {};
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stop = new AbortController();
  const wait = () => {
    clearTimeout(waiting);
    const { prerendering = false } = document as { prerendering?: boolean };
    if (prerendering || document.visibilityState === 'hidden') return;
    waiting = setTimeout(() => {
      stop.abort();
      tell(generationId);
    }, VIEW_MS);
  };
  for (const change of ['visibilitychange', 'prerenderingchange']) {
    document.addEventListener(change, wait, { signal: stop.signal });
  }
  wait();
  return () => {
    clearTimeout(waiting);
    stop.abort();
  };
}

/** The server counts neither one's own pictures nor a second view on the same day: it has to know who is signed in. */
function tell(generationId: string): void {
  if (told.has(generationId)) return;
  told.add(generationId);
  // Rendered pages load this: reading the token by its module would bring the app along.
  const bearer = localStore.get(TOKEN_KEY);
  const init: RequestInit = {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify({ event_type: PICTURE_VIEWED, event_data: { generation_id: generationId } }),
  };
  // A view that is not counted is no reason to bother the visitor. Chromium ends a request once its reply is read.
  fetch('/api/analytics/track', init)
    .then((reply) => reply.text())
    .catch(() => {});
}
