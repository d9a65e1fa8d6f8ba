import { useLocation } from 'react-router';

/** Tells where one is. */
export function Place() {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
}
