import { FollowingPage } from '../features/people/following-page.tsx';
import { usePublicGrid } from './use-public-grid.tsx';

/** Pictures by whom the member follows, on the cards of the public gallery. */
export default function FollowingRoute() {
  return <FollowingPage {...usePublicGrid()} />;
}
