type Kind = 'asset' | 'public picture' | 'own picture' | undefined;

/**
 * What is kept of what this path has, by its kind; undefined for everything else, which goes to the server alone: every
 * other call, and whatever the console shows.
 */
export function kindOf(path: string, referrer: string): Kind {
  if (isOfConsole(referrer)) return undefined;
  if (path.startsWith('/assets/')) return 'asset';
  if (/^\/api\/images\/auth\/[^/]+\.webp$/.test(path)) return 'own picture';
  return /^\/api\/images\/[^/]+\.webp$/.test(path) ? 'public picture' : undefined;
}

const isOfConsole = (referrer: string): boolean =>
  URL.canParse(referrer) && /^\/admin(\/|$)/.test(new URL(referrer).pathname);
