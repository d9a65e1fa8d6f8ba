declare global {
  interface ImportMetaEnv {
    /** Of what is built, its sources; absent while they are worked on. */
    readonly VITE_BUILD?: string;
  }
}

let isAsked = false;

/**
 * Has this document's pages measured, once it has nothing else to do: what measures looks back to the beginning. A page
 * that was rendered ahead counts from when somebody goes there.
 */
export function measureWhenIdle(): void {
  if (isAsked) return;
  isAsked = true;
  const { prerendering } = document as { prerendering?: boolean };
  if (prerendering) document.addEventListener('prerenderingchange', whenLoaded, { once: true });
  else whenLoaded();
}

function whenLoaded(): void {
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

function whenIdle(): void {
  // Not every browser tells when it is idle.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void begin());
  else setTimeout(() => void begin(), 0);
}

async function begin(): Promise<void> {
  try {
    const { measure } = await import('../features/telemetry/measure.ts');
    measure(import.meta.env.VITE_BUILD ?? 'dev');
  } catch {
    // Its code could not be fetched: this document is measured by nobody.
  }
}
