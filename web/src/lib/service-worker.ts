import { createStore } from './store.ts';
import { token } from './token.ts';
import { FORGET_PICTURES, OWN_PICTURES } from './worker-words.ts';

/** Takes over to the new version, with one reload; null while there is none. */
export const newVersion = createStore<(() => void) | null>(null);

/**
 * Registers the service worker, in what is built for use. It is of use from the next page on, so it comes after the
 * first touch or key, and takes nothing over unasked.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  forgetWhenAnotherComes();
  if (navigator.userActivation.hasBeenActive) return void register();
  const touched = new AbortController();
  for (const touch of ['pointerdown', 'keydown']) {
    const begin = () => {
      touched.abort();
      void register();
    };
    document.addEventListener(touch, begin, { capture: true, passive: true, signal: touched.signal });
  }
}

async function register(): Promise<void> {
  try {
    const { Workbox } = await import('workbox-window');
    const worker = new Workbox('/sw.js');
    worker.addEventListener('waiting', () =>
      newVersion.set(() => {
        newVersion.set(null);
        navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
        worker.messageSkipWaiting();
      }),
    );
    await worker.register();
    // A page that stays open for days asks when somebody comes back to it.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') worker.update().catch(() => {});
    });
  } catch {
    // Everything works without it, but for being offline.
  }
}

/** What was kept of a member's pictures is gone with their session, however that ends. */
function forgetWhenAnotherComes(): void {
  token.subscribe(() => void forgetPictures());
  if (token.get() === null) void forgetPictures();
}

async function forgetPictures(): Promise<void> {
  navigator.serviceWorker.controller?.postMessage({ type: FORGET_PICTURES });
  await caches.delete(OWN_PICTURES).catch(() => false);
}
