/** Hosts of Black Forest Labs. A task may be polled in another region than the one that accepted it. */
const OWN_HOST = /^([a-z0-9-]+\.)*bfl\.(ai|ml)$/;

/**
 * Returns whether the key may be sent to an address from an answer: to the base URL's origin or another region's host.
 */
export function mayHaveKey(base: URL, named: URL): boolean {
  if (named.origin === base.origin) return true;
  const isOwn = (url: URL): boolean => url.protocol === 'https:' && url.port === '' && OWN_HOST.test(url.hostname);
  return isOwn(base) && isOwn(named);
}
