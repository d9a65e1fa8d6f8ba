import { ImageOff } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';
import { useIsHydrated } from '../lib/hydrated.ts';
import styles from './picture.module.css';

interface PictureProps {
  src: string;
  /** Where it is looked for once more if it is not there. */
  otherwise?: string | undefined;
  alt: string;
  width: number;
  height: number;
  /** Base64; drawn until the picture has come. */
  thumbhash: string;
  /** Of many pictures at once, only the tone is shown until they have come. */
  plain?: boolean;
  /** The first pictures of a page are wanted at once. */
  eager?: boolean;
  /**
   * Asked for once a tenth of it is near the viewport (spec: public-and-commerce §2.4), not by the browser's own
   * measure.
   */
  late?: boolean;
  /** It has only just been made: it is wanted at once, and asked for again where it is not there yet. */
  fresh?: boolean;
  /** The same picture in other sizes, and how wide it is shown. */
  sources?: { srcSet: string; sizes: string };
  /** `own` is the picture's, in the width that there is; `filled` and `square` are cut to what surrounds it. */
  shape?: 'own' | 'filled' | 'square';
  /** Drawn over it. */
  overlay?: ReactNode;
}

/** Waits between tries at one that has only just been made. */
const TRY_AGAIN_AFTER_MS = [500, 2000, 8000];

/**
 * A picture in its place from the start, blurred until it has loaded, a quiet sign where it cannot be loaded. The blur
 * comes by script, as HTML that is sent may hold no styles of its own: there, width and height alone say the shape.
 */
export function Picture({ src: first, otherwise, overlay, ...props }: PictureProps) {
  const { alt, width, height, thumbhash, plain = false, fresh = false, late = false, sources, shape = 'own' } = props;
  const { eager = fresh } = props;
  const [missing, setMissing] = useState<string | null>(null);
  const src = otherwise !== undefined && missing === first ? otherwise : first;
  const [settled, setSettled] = useState<{ src: string; as: 'loaded' | 'failed' } | null>(null);
  const [tries, setTries] = useState(0);
  const state = settled?.src === src ? settled.as : 'loading';
  const hydrated = useIsHydrated();
  const image = useRef<HTMLImageElement>(null);
  // What came rendered is the browser's to load.
  const [wanted, setWanted] = useState(!late || eager || !hydrated);
  useEffect(() => {
    const frame = image.current?.parentElement;
    if (!wanted && frame) return whenNear(frame, () => setWanted(true));
  }, [wanted]);
  // What came with the page may have loaded before anybody listened.
  useEffect(() => {
    if (image.current?.complete === true && image.current.naturalWidth > 0) setSettled({ src, as: 'loaded' });
  }, [src]);
  return (
    <span
      className={styles.frame}
      style={state === 'failed' && shape === 'own' ? { aspectRatio: `${width} / ${height}` } : undefined}
      data-shape={shape}
      data-state={state}
    >
      {hydrated && state !== 'loaded' && <Blur hash={thumbhash} plain={plain} />}
      {state === 'failed' ? (
        <span className={styles.failed} role="img" aria-label={`${alt} (could not be loaded)`}>
          <ImageOff size={28} />
        </span>
      ) : (
        <img
          key={`${src} ${tries}`}
          ref={image}
          {...(wanted && { ...sources, src })}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onLoad={(event) => void revealed(event.currentTarget).then(() => setSettled({ src, as: 'loaded' }))}
          onError={() => {
            const againMs = fresh ? TRY_AGAIN_AFTER_MS[tries] : undefined;
            if (againMs !== undefined) {
              setTimeout(() => setTries(tries + 1), againMs);
              return;
            }
            setMissing(first);
            if (otherwise === undefined || otherwise === src) setSettled({ src, as: 'failed' });
          }}
        />
      )}
      {overlay}
    </span>
  );
}

const near = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Tells once a tenth of an element is in the viewport or 50 pixels from it; one observer watches for all. */
function whenNear(element: Element, tell: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) near.get(target)?.();
    },
    { rootMargin: '50px', threshold: 0.1 },
  );
  near.set(element, tell);
  observer.observe(element);
  return () => {
    near.delete(element);
    observer?.unobserve(element);
  };
}

/** When the picture can be painted: until then the blur stays below it. A decoding that is given up changes nothing. */
const revealed = (image: HTMLImageElement): Promise<void> => image.decode().catch(() => {});

/** What stands for a picture until it has come. Not on a canvas: each would be a layer of its own to the browser. */
function Blur({ hash, plain = false }: { hash: string; plain?: boolean }) {
  const style = useMemo(() => (plain ? toneOf(hash) : blurOf(hash)), [hash, plain]);
  return <span className={styles.blur} style={style} aria-hidden="true" />;
}

const bytesOf = (hash: string): Uint8Array => Uint8Array.from(atob(hash), (character) => character.charCodeAt(0));

/** A hash that cannot be read leaves the frame's own colour. */
function blurOf(hash: string): CSSProperties {
  try {
    return { backgroundImage: `url(${thumbHashToDataURL(bytesOf(hash))})` };
  } catch {
    return {};
  }
}

/** Its average colour: next to nothing to make and to paint. */
function toneOf(hash: string): CSSProperties {
  try {
    const { r, g, b } = thumbHashToAverageRGBA(bytesOf(hash));
    return { backgroundColor: `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})` };
  } catch {
    return {};
  }
}
