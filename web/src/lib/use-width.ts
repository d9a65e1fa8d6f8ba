import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The inner width of an element, before the first paint and whenever it changes; 0 until it is known. */
export function useWidth<E extends HTMLElement>(): [ref: RefObject<E | null>, widthPx: number] {
  const ref = useRef<E>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidthPx(element.clientWidth);
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, widthPx];
}
