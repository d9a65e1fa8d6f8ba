import type { IncomingHttpHeaders } from 'node:http';

interface Sent {
  headers: IncomingHttpHeaders;
  /**
   * What the caller calls this server, with its port where it has one; a trusted proxy's word counts before its own.
   */
  host: string;
}

/**
 * Tells whether a page of another site had a browser send this. Today's browsers say it themselves (Sec-Fetch-Site);
 * of others, and where they were not asked over TLS, their Origin is held against the server's own name and the site's
 * public address. Whoever names neither is no browser, and has nobody's cookies but its own.
 */
export function isCrossSite({ headers, host }: Sent, publicUrl?: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined) return false;
  // A page without an origin of its own, in a sandbox or a file, says `null`.
  if (!URL.canParse(origin)) return true;
  const isPublic = publicUrl !== undefined && new URL(publicUrl).origin === origin;
  return !isPublic && new URL(origin).host !== host.toLowerCase();
}
