import { lazy, Suspense, type ComponentProps } from 'react';
import type { DeleteDialog } from './delete-dialog.tsx';

const Dialog = lazy(() => import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })));

/** The question before deleting; its code comes when a member is about to. */
export const LateDeleteDialog = (props: ComponentProps<typeof DeleteDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
