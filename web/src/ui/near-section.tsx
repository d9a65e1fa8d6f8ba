import { startTransition, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './near-section.module.css';

interface NearSectionProps {
  /** Its height until it was shown once. */
  estimatePx?: number;
  /** The class that has such a height, where styles know it. */
  unseen?: string | undefined;
  /** It is there from the first rendering on. */
  near?: boolean;
  /** Rendered while the section is near the viewport; far from it, only its height stays. */
  children: () => ReactNode;
}

/** As far above and below the viewport as two screens: what is scrolled to stands there already. */
const NEAR = '200% 0%';

/**
 * A part of a long page. Only parts near the viewport have content, so the page stays light however long it is; the
 * browser's own scroll anchoring keeps what is looked at in its place when parts above it change their height.
 */
export function NearSection({ estimatePx, unseen, near: atFirst = false, children }: NearSectionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(atFirst);
  const [keptPx, setKeptPx] = useState<number | null>(null);

  useLayoutEffect(() => {
    const section = ref.current;
    if (!section) return;
    return observed(section, (entry) => {
      if (!entry.isIntersecting && entry.boundingClientRect.height > 0) setKeptPx(entry.boundingClientRect.height);
      // In slices: scrolling goes on while a part is rendered.
      startTransition(() => setNear(entry.isIntersecting));
    });
  }, []);

  return (
    <div
      ref={ref}
      className={[styles.section, near || keptPx !== null ? undefined : unseen].filter(Boolean).join(' ')}
      style={near ? undefined : { height: keptPx ?? estimatePx }}
    >
      {near && children()}
    </div>
  );
}

type Seen = (entry: IntersectionObserverEntry) => void;
const sections = new WeakMap<Element, Seen>();
let observer: IntersectionObserver | undefined;

/** One observer for all: there may be thousands. */
function observed(section: Element, seen: Seen): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) sections.get(entry.target)?.(entry);
    },
    { rootMargin: NEAR },
  );
  sections.set(section, seen);
  observer.observe(section);
  return () => {
    sections.delete(section);
    observer?.unobserve(section);
  };
}
