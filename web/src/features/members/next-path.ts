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

/** The sign-in page that leads back to this place. */
export const loginPathFor = (location: { pathname: string; search: string; hash: string }): string => {
  const here = `${location.pathname}${location.search}${location.hash}`;
  return here === '/' ? '/login' : `/login?${new URLSearchParams({ next: here })}`;
};
