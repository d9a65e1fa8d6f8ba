import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './lightbox.module.css';
import { Picture } from './picture.tsx';

interface LightboxProps {
  picture: { image_url: string; width: number; height: number; thumbhash: string };
  alt: string;
  /** Drawn over the picture. */
  overlay?: ReactNode;
  /** Of how many, from 0. */
  index: number;
  count: number;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
  /** Beside the picture: what is known of it and what can be done with it. */
  children: ReactNode;
  /** Dialogs on top of it. */
  above?: ReactNode;
}

/** How far the picture moves at an arrow key while it is zoomed in. */
const STEP_PX = 96;

/**
 * One picture large, with its details beside it; arrow keys leaf through the others. A click on it, the button and the
 * keys + and − zoom; zoomed in, the arrow keys move it. Two fingers zoom the page, as everywhere.
 */
export function Lightbox({ picture, alt, overlay, index, count, onMove, onClose, children, above }: LightboxProps) {
  const [zoomed, setZoomed] = useState<string | null>(null);
  const isZoomed = zoomed === picture.image_url;
  const room = useRef<HTMLDivElement>(null);
  const zoomOut = () => setZoomed(null);
  /** Brings a place of the picture to the middle, given in parts of its width and height. */
  const zoomTo = (x: number, y: number) => {
    flushSync(() => setZoomed(picture.image_url));
    const { current: box } = room;
    box?.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2);
  };
  const zoomIn = () => zoomTo(0.5, 0.5);

  const zoomAt = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    if (isZoomed) return zoomOut();
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    zoomTo((clientX - left) / width, (clientY - top) / height);
  };
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: () => (isZoomed ? room.current?.scrollBy(-STEP_PX, 0) : onMove(-1)),
    ArrowRight: () => (isZoomed ? room.current?.scrollBy(STEP_PX, 0) : onMove(1)),
    ...(isZoomed && {
      ArrowUp: () => room.current?.scrollBy(0, -STEP_PX),
      ArrowDown: () => room.current?.scrollBy(0, STEP_PX),
    }),
    ...(!isZoomed && { '+': zoomIn }),
    '-': zoomOut,
  };

  return (
    <Dialog label="Image preview" onClose={onClose} className={styles.viewer} onKey={(key) => keys[key]?.()}>
      <div className={styles.stage}>
        <div ref={room} className={styles.room} data-zoomed={isZoomed}>
          {/* The button and keys do the same. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
          <div
            className={styles.fit}
            style={{ '--ratio': picture.width / picture.height } as CSSProperties}
            onClick={zoomAt}
          >
            <Picture
              src={picture.image_url}
              alt={alt}
              width={picture.width}
              height={picture.height}
              thumbhash={picture.thumbhash}
              eager
              overlay={overlay}
            />
          </div>
        </div>
        <div className={styles.leafing}>
          {count > 1 && (
            <>
              <IconButton label="Previous image" disabled={index === 0} onClick={() => onMove(-1)}>
                <ChevronLeft size={28} />
              </IconButton>
              <p aria-live="polite">
                <span className="visually-hidden">Image </span>
                {`${index + 1} / ${count}`}
              </p>
              <IconButton label="Next image" disabled={index === count - 1} onClick={() => onMove(1)}>
                <ChevronRight size={28} />
              </IconButton>
            </>
          )}
          <IconButton label={isZoomed ? 'Zoom out' : 'Zoom in'} onClick={isZoomed ? zoomOut : zoomIn}>
            {isZoomed ? <ZoomOut size={20} /> : <ZoomIn size={20} />}
          </IconButton>
        </div>
      </div>
      <div className={styles.about}>
        <div className={styles.head}>
          <h2>Details</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        {children}
      </div>
      {above}
    </Dialog>
  );
}
