/** What the pages and the service worker call things by. The first is workbox’s own word. */
export const SKIP_WAITING = 'SKIP_WAITING';
export const FORGET_PICTURES = 'FORGET_PICTURES';
/** The cache of one's own pictures. */
export const OWN_PICTURES = 'own-pictures';
