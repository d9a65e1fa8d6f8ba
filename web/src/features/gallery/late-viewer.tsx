import { lazy, Suspense, type ComponentProps } from 'react';
import type { ImageViewer } from './image-viewer.tsx';

const Viewer = lazy(() => import('./image-viewer.tsx').then((module) => ({ default: module.ImageViewer })));

/** The viewer of own images; its code comes when somebody looks at one. */
export const LateImageViewer = (props: ComponentProps<typeof ImageViewer>) => (
  <Suspense>
    <Viewer {...props} />
  </Suspense>
);
