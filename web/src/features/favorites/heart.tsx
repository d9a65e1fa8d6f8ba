import { Heart as Icon } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import type { HeartProps } from '../images/image-deals.ts';
import styles from './favorites.module.css';
import { useFavorite } from './favorites.ts';

/** Whether the member likes an image, and the way to say so: in a picture's corner, among icons, or as a button. */
export function Heart({ generation, look }: HeartProps) {
  const { isFavorite, toggle } = useFavorite(generation);
  const icon = <Icon size={20} className={styles.heart} data-full={isFavorite} aria-hidden="true" />;
  if (look === 'button') {
    return (
      <Button aria-pressed={isFavorite} onClick={toggle}>
        {icon}
        Favorite
      </Button>
    );
  }
  return (
    <IconButton
      label={`Favorite: ${generation.original_prompt}`}
      className={look === 'corner' ? styles.corner : undefined}
      aria-pressed={isFavorite}
      onClick={toggle}
    >
      {icon}
    </IconButton>
  );
}
