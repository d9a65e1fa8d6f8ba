import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';

const HelpDialog = lazy(() => import('./help-dialog.tsx'));

/** How the studio works; its words come when somebody asks. */
export function HelpButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Help" onClick={() => setOpen(true)}>
        <CircleHelp size={20} />
      </IconButton>
      {open && (
        <Suspense>
          <HelpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
