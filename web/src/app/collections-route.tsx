import { CollectionsPage } from '../features/collections/collections-page.tsx';
import { ShareLinks } from '../features/shares/share-links.tsx';

/** The member's collections with the links by which they are shared. */
export default function CollectionsRoute() {
  return <CollectionsPage links={<ShareLinks />} />;
}
