declare global {
  interface ImportMetaEnv {
    /** Of what is built, its sources; absent while they are worked on. */
    readonly VITE_BUILD?: string;
  }
}

let isAsked = false;

/** Who has touched nothing for so long after a page came is measured all the same. */
const UNTOUCHED_MS = 10_000;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/**
 * Has this document's pages measured, from its first touch on or when it stood there for a while: what measures looks
 * back to the beginning, and no page waits for it. A page that was rendered ahead counts from when somebody goes there.
 */
export function measureOnceTouched(): void {
  if (isAsked) return;
  isAsked = true;
  const { prerendering } = document as { prerendering?: boolean };
  if (prerendering) document.addEventListener('prerenderingchange', whenLoaded, { once: true });
  else whenLoaded();
}

function whenLoaded(): void {
  if (document.readyState === 'complete') whenTouched();
  else window.addEventListener('load', whenTouched, { once: true });
}

function whenTouched(): void {
  const touched = new AbortController();
  const once = () => {
    clearTimeout(untouched);
    touched.abort();
    void begin();
  };
  const untouched = setTimeout(once, UNTOUCHED_MS);
  for (const touch of TOUCHES) {
    document.addEventListener(touch, once, { capture: true, passive: true, signal: touched.signal });
  }
}

async function begin(): Promise<void> {
  try {
    const { measure } = await import('../features/telemetry/measure.ts');
    measure(import.meta.env.VITE_BUILD ?? 'dev');
  } catch {
    // Its code could not be fetched: this document is measured by nobody.
  }
}
