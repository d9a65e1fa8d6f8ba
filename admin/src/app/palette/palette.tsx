import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePermissions } from 'react-admin';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

/** Leads anywhere by a few letters: by its button, and by Ctrl+K or ⌘K on every page. */
export function Palette() {
  const { permissions: role } = usePermissions<string>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // Which browsers take for their own search.
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (role === undefined) return null;
  return (
    <>
      <IconButton color="inherit" aria-label="Go to" title="Go to (Ctrl+K)" onClick={() => setOpen(true)}>
        <Search />
      </IconButton>
      {isOpen && (
        <Suspense>
          <PaletteDialog role={role} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
