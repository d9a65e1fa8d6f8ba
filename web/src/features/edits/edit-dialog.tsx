import { lazy, Suspense } from 'react';
import type { EditKind, EditProps } from './edit-props.ts';

const dialogs = {
  similar: lazy(() => import('./similar-dialog.tsx')),
  replace: lazy(() => import('./replace-dialog.tsx')),
  extend: lazy(() => import('./extend-dialog.tsx')),
} satisfies Record<EditKind, unknown>;

/** Dialog for the chosen kind of edit, loaded on first use. */
export function EditDialog({ kind, ...props }: EditProps & { kind: EditKind }) {
  const Kind = dialogs[kind];
  return (
    <Suspense fallback={null}>
      <Kind {...props} />
    </Suspense>
  );
}
