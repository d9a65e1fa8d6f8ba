import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './picture-dialog.module.css';
import { Picture } from './picture.tsx';

interface PictureDialogProps {
  title: string;
  picture: { thumbnail_url: string; width: number; height: number; thumbhash: string };
  /** Under the title: which picture it is. */
  about: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog about one picture, which stands small at its head. */
export function PictureDialog({ title, picture, about, onClose, children }: PictureDialogProps) {
  const { width, height } = picture;
  return (
    <Dialog label={title} onClose={onClose} className={styles.dialog}>
      <div className={styles.head}>
        <div className={styles.picture} style={{ width: `${THUMB_PX * Math.min(1, width / height)}px` }}>
          <Picture
            src={picture.thumbnail_url}
            alt=""
            width={width}
            height={height}
            thumbhash={picture.thumbhash}
            eager
          />
        </div>
        <div className={styles.words}>
          <h2>{title}</h2>
          <p>{about}</p>
        </div>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
    </Dialog>
  );
}

const THUMB_PX = 64;
