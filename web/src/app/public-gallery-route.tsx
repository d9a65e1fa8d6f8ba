import { CuratorRow } from '../features/curators/curator-row.tsx';
import PublicGalleryPage from '../features/public-gallery/public-gallery-page.tsx';

/** The public gallery, with the curators below its pictures: loading them moves no picture. */
export default function PublicGalleryRoute() {
  return <PublicGalleryPage curators={<CuratorRow />} />;
}
