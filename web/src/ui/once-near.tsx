import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Half a screen before it would be seen. */
const NEAR = '50% 0%';

interface OnceNearProps {
  /** Stands there until then. */
  placeholder: ReactNode;
  children: ReactNode;
}

/**
 * Has its content once it is nearly in view, and keeps it from then on: what is far down a page comes with scrolling.
 */
export function OnceNear({ placeholder, children }: OnceNearProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (near || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [near]);

  return near ? children : <div ref={ref}>{placeholder}</div>;
}
