import { useLocation, useNavigate } from 'react-router';
import { broughtReference } from './brought-reference.ts';
import type { Reference } from './reference.ts';

const STUDIO = '/generator';

/** Brings a picture to the studio as a reference, and leads there; tells whether that is another page. */
export function useBringReference(): (reference: Reference | undefined) => boolean {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (reference) => {
    if (!reference) return false;
    broughtReference.set(reference);
    if (pathname === STUDIO) return false;
    void navigate(STUDIO);
    return true;
  };
}
