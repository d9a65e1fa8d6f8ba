import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Reported } from '../images/image-deals.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

/** The way to say that a picture or a person should not be shown; its dialog comes when somebody wants it. */
export function Report({ what }: { what: Reported }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Flag size={20} aria-hidden="true" />
        Report
      </Button>
      {open && (
        <Suspense>
          <ReportDialog what={what} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
