import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMedia } from '../../lib/media.ts';
import { IconButton } from '../../ui/button.tsx';
import styles from './plan-carousel.module.css';

/** spec: public-and-commerce §2.11. */
const STEP_PX = 400;

/**
 * The plans: all of them where there is room; on a phone side by side, moved by buttons, keys, wheel and finger, and
 * whatever has the focus comes into view.
 */
export function PlanCarousel({ toggle, children }: { toggle: ReactNode; children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  const [ends, setEnds] = useState({ start: true, end: false });
  const still = useMedia('(prefers-reduced-motion: reduce)');

  const look = () => {
    if (!strip.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = strip.current;
    const start = scrollLeft <= 1;
    const end = scrollLeft + clientWidth >= scrollWidth - 1;
    setEnds((known) => (known.start === start && known.end === end ? known : { start, end }));
  };

  useEffect(() => {
    if (!strip.current) return;
    const observer = new ResizeObserver(look);
    observer.observe(strip.current);
    return () => observer.disconnect();
  }, []);

  const move = (px: number) => strip.current?.scrollBy({ left: px, behavior: still ? 'auto' : 'smooth' });
  return (
    <section className={styles.carousel} aria-labelledby="plans">
      <h2 id="plans" className="visually-hidden">
        Plans
      </h2>
      <div className={styles.head}>
        {toggle}
        <div className={styles.arrows}>
          <Arrow label="Previous plans" atEnd={ends.start} onClick={() => move(-STEP_PX)}>
            <ChevronLeft size={20} />
          </Arrow>
          <Arrow label="Next plans" atEnd={ends.end} onClick={() => move(STEP_PX)}>
            <ChevronRight size={20} />
          </Arrow>
        </div>
      </div>
      <div
        ref={strip}
        className={styles.strip}
        role="group"
        aria-label="Plans side by side"
        // The arrow keys scroll what has the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={look}
      >
        {children}
      </div>
    </section>
  );
}

interface ArrowProps {
  label: string;
  /** There is nothing more this way; the button keeps the focus, which a disabled one would lose. */
  atEnd: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Arrow = ({ label, atEnd, onClick, children }: ArrowProps) => (
  <IconButton label={label} className={styles.arrow} aria-disabled={atEnd} onClick={atEnd ? undefined : onClick}>
    {children}
  </IconButton>
);
