import { Moon, Sun } from 'lucide-react';
import { useStore } from '../lib/store.ts';
import { theme } from '../lib/theme.ts';
import { IconButton } from '../ui/button.tsx';

export function ThemeToggle() {
  const other = useStore(theme) === 'dark' ? 'light' : 'dark';
  const Icon = other === 'light' ? Sun : Moon;
  return (
    <IconButton label={`Switch to the ${other} theme`} onClick={() => theme.set(other)}>
      <Icon size={20} />
    </IconButton>
  );
}
