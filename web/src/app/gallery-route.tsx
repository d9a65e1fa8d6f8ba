import { lazy } from 'react';
import GalleryPage from '../features/gallery/gallery-page.tsx';

const UploadsSection = lazy(() => import('../features/uploads/uploads-section.tsx'));

/** The member's gallery, with what they uploaded. */
export default function GalleryRoute() {
  return <GalleryPage uploads={(page, toPage) => <UploadsSection page={page} toPage={toPage} />} />;
}
