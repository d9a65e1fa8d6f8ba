/**
 * Where to go after signing in: a path of this very site, or `/`. `next` comes from the address bar, so anyone may have
 * written it; it is resolved as the browser would resolve it, and what comes out is looked at again (`/.//evil`
 * normalises to `//evil`).
 */
export function safeNextPath(next: string | null, origin: string): string {
  if (!next?.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    return '/';
  }
  const foreign = url.origin !== origin || url.username !== '' || /^\/[/\\]/.test(url.pathname);
  const circular = url.pathname === '/login' || url.pathname === '/register';
  return foreign || circular ? '/' : `${url.pathname}${url.search}${url.hash}`;
}

interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** The form that leads back to this place. */
const formPathFor = (form: '/login' | '/register', { pathname, search, hash }: Place): string => {
  const here = `${pathname}${search}${hash}`;
  return here === '/' ? form : `${form}?${new URLSearchParams({ next: here })}`;
};

/** The sign-in page that leads back to this place. */
export const loginPathFor = (location: Place): string => formPathFor('/login', location);

/** The sign-in page that leads on to a path of this site. */
export const loginPathTo = (path: string): string => `/login?${new URLSearchParams({ next: path })}`;

/** The sign-in page that leads on to a picture's page. */
export const loginPathForImage = (id: string): string => loginPathTo(`/image/${id}`);

/** Pages that somebody comes to for one picture or person. Shared pages are left out: their address is a secret. */
const ABOUT_ONE = /^\/(?:image|u)\//;

/** The form as it is linked from a place: it leads back to a picture or a person, and home from everywhere else. */
export const formPathFrom = (form: '/login' | '/register', location: Place): string =>
  ABOUT_ONE.test(location.pathname) ? formPathFor(form, location) : form;
