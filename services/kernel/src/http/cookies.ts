import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';

/** Answers one cookie out of a Cookie header; of several under one name the first. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  parseCookie(header ?? '')[name];

/** Adds to the cookies a reply sets: the one header that Fastify does not replace. `maxAge` is in seconds. */
export function appendCookie(reply: { header: (name: string, value: string) => unknown }, cookie: SetCookie): void {
  void reply.header('set-cookie', stringifySetCookie(cookie));
}
