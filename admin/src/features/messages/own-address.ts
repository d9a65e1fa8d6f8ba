/** Calls, not pages: one that changes something must not be a press away because a visitor wrote it down. */
const NO_PAGES = /^\/(?:api|dev|health|metrics)(?:\/|$)/;

/** Where a message says it was written, if that is a page of ours; undefined for whatever else was sent. */
export function ownAddress(sourcePage: string, origin: string): string | undefined {
  if (!/^(?:\/|https?:)/.test(sourcePage)) return undefined;
  let url: URL;
  try {
    url = new URL(sourcePage, origin);
  } catch {
    return undefined;
  }
  if (url.origin !== origin || url.username !== '' || url.password !== '' || NO_PAGES.test(url.pathname)) {
    return undefined;
  }
  return `${url.pathname}${url.search}${url.hash}`;
}

/** With nothing of the address read as more than an address. */
export const mailtoOf = (email: string): string => `mailto:${encodeURIComponent(email).replace(/%40/g, '@')}`;
