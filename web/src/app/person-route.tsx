import { PersonPage } from '../features/people/person-page.tsx';
import { usePublicGrid } from './use-public-grid.tsx';

/** Somebody's page, on the cards of the public gallery. */
export default function PersonRoute() {
  return <PersonPage {...usePublicGrid()} />;
}
