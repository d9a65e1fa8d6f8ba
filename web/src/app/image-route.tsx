import { Lineage } from '../features/people/lineage.tsx';
import ImagePage from '../features/public-gallery/image-page.tsx';

/** A public picture, with what it was remixed from and what was made of it. */
export default function ImageRoute() {
  return <ImagePage after={(generation) => <Lineage generation={generation} />} />;
}
