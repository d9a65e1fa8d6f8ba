import { ImageOff } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { thumbHashToRGBA } from 'thumbhash';
import styles from './picture.module.css';

interface PictureProps {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Base64; drawn until the picture has come. */
  thumbhash: string;
  /** The first pictures of a page are wanted at once. */
  eager?: boolean;
  /** The same picture in other sizes, and how wide it is shown. */
  sources?: { srcSet: string; sizes: string };
}

/** A picture in its own aspect ratio from the start, blurred until it has loaded, a quiet sign where it cannot be loaded. */
export function Picture({ src, alt, width, height, thumbhash, eager = false, sources }: PictureProps) {
  const [settled, setSettled] = useState<{ src: string; as: 'loaded' | 'failed' } | null>(null);
  const state = settled?.src === src ? settled.as : 'loading';
  return (
    <span className={styles.frame} style={{ aspectRatio: `${width} / ${height}` }} data-state={state}>
      {state !== 'loaded' && <Blur hash={thumbhash} />}
      {state === 'failed' ? (
        <span className={styles.failed} role="img" aria-label={`${alt} (could not be loaded)`}>
          <ImageOff size={28} />
        </span>
      ) : (
        <img
          key={src}
          {...sources}
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={(event) => void revealed(event.currentTarget).then(() => setSettled({ src, as: 'loaded' }))}
          onError={() => setSettled({ src, as: 'failed' })}
        />
      )}
    </span>
  );
}

/** When the picture can be painted: until then the blur stays below it. A decoding that is given up changes nothing. */
const revealed = (image: HTMLImageElement): Promise<void> => image.decode().catch(() => {});

/** What stands for a picture until it has come. On a canvas, as the content security policy knows no data: addresses. */
export function Blur({ hash }: { hash: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = ref.current;
    const drawn = pixelsOf(hash);
    if (!canvas || !drawn) return;
    canvas.width = drawn.w;
    canvas.height = drawn.h;
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(drawn.rgba), drawn.w, drawn.h), 0, 0);
  }, [hash]);
  return <canvas ref={ref} className={styles.blur} aria-hidden="true" />;
}

function pixelsOf(hash: string) {
  try {
    const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0));
    return bytes.length >= 5 ? thumbHashToRGBA(bytes) : null;
  } catch {
    return null;
  }
}
