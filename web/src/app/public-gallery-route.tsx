import { CuratorRow } from '../features/curators/curator-row.tsx';
import PublicGalleryPage from '../features/public-gallery/public-gallery-page.tsx';

/** The public gallery, with the curators above its pictures. */
export default function PublicGalleryRoute() {
  return <PublicGalleryPage curators={<CuratorRow />} />;
}
