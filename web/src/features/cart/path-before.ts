/**
 * spec: public-and-commerce §2.17: the referrer's path where it is of this site and another page than this one, else
 * home.
 */
export function pathBefore(referrer: string, origin: string, here: string): string {
  if (!URL.canParse(referrer)) return '/';
  const from = new URL(referrer);
  return from.origin === origin && from.pathname !== here ? from.pathname + from.search : '/';
}
