/** Hosts of Black Forest Labs, whose regions answer for each other. */
const OWN_HOST = /^([a-z0-9-]+\.)*bfl\.(ai|ml)$/;

/** Whether the key of a base address may go to an address that an answer named. */
export function mayHaveKey(base: URL, named: URL): boolean {
  if (named.origin === base.origin) return true;
  const isOwn = (url: URL): boolean => url.protocol === 'https:' && url.port === '' && OWN_HOST.test(url.hostname);
  return isOwn(base) && isOwn(named);
}
