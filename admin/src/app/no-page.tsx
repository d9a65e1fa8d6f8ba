import { useGetIdentity } from 'react-admin';
import { useLocation } from 'react-router';
import { words } from '../ui/choices.ts';
import { Nowhere } from '../ui/nowhere.tsx';

const TO_DASHBOARD = { to: '/dashboard', text: 'To the dashboard' };

/** There is such a page, and not for this role. */
export function Forbidden() {
  const { identity } = useGetIdentity();
  return (
    <Nowhere title="Not for your role" way={TO_DASHBOARD}>
      {identity
        ? `You are signed in as ${identity.fullName}, whose role is ${words(String(identity['role'])).toLowerCase()}. `
        : ''}
      Another role may see this page. An admin can change yours.
    </Nowhere>
  );
}

export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Nowhere title="Page not found" way={TO_DASHBOARD}>
      The console has no page <code>{pathname}</code>. The menu names all that your role may open.
    </Nowhere>
  );
}
