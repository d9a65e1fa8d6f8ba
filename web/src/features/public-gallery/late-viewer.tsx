import { lazy, Suspense, type ComponentProps } from 'react';
import type { PublicViewer } from './public-viewer.tsx';

const Viewer = lazy(() => import('./public-viewer.tsx').then((module) => ({ default: module.PublicViewer })));

/** The viewer of public images; its code comes when somebody looks at one. */
export const LatePublicViewer = (props: ComponentProps<typeof PublicViewer>) => (
  <Suspense>
    <Viewer {...props} />
  </Suspense>
);
