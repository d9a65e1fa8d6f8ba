/**
 * Whether an address is of a page that is loaded as a document of its own, by plain links: a single-page app keeps the
 * policy of the document that it was opened with, and the checkout's allows more (content-security-policy.ts).
 */
export const isDocumentOfItsOwn = (address: string): boolean => /^\/checkout\/?($|[?#])/i.test(address);
