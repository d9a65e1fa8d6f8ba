import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
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

/** One picture large, with its details beside it; arrow keys leaf through the others. */
export function Lightbox({ picture, alt, overlay, index, count, onMove, onClose, children, above }: LightboxProps) {
  return (
    <Dialog
      label="Image preview"
      onClose={onClose}
      className={styles.viewer}
      onArrow={(direction) => onMove(direction === 'left' ? -1 : 1)}
    >
      <div className={styles.stage}>
        <div className={styles.room}>
          <div className={styles.fit} style={{ '--ratio': picture.width / picture.height } as CSSProperties}>
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
        {count > 1 && (
          <div className={styles.leafing}>
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
          </div>
        )}
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
