import { Moon, Sun } from 'lucide-react';
import { theme } from '../lib/theme.ts';
import { IconButton } from '../ui/button.tsx';
import styles from './theme-toggle.module.css';

/** Shows where it leads to by the page's own theme: a rendered page does not know it before its styles do. */
export function ThemeToggle() {
  return (
    <IconButton
      label="Switch between light and dark"
      onClick={() => theme.set(theme.get() === 'dark' ? 'light' : 'dark')}
    >
      <Sun size={20} className={styles.toLight} />
      <Moon size={20} className={styles.toDark} />
    </IconButton>
  );
}
