import { z } from 'zod';

/** The servers of one NATS, from an address such as `nats://user:password@a:4222,nats://b:4222`. */
export interface BusAddress {
  /** `host:port` each, the port where one was named. */
  readonly servers: readonly string[];
  readonly tls: boolean;
  /** Of the first that carries one; the same for all. */
  readonly login: { readonly user: string; readonly pass: string } | { readonly token: string } | undefined;
}

/** Throws a TypeError, which says nothing of the address, where it is none. */
export function readBusAddress(address: string): BusAddress {
  const urls = address.split(',').map((one) => new URL(one.includes('://') ? one.trim() : `nats://${one.trim()}`));
  if (urls.some(({ protocol, host }) => !/^(nats|tls):$/.test(protocol) || host === ''))
    throw new TypeError('no address');
  return {
    servers: urls.map(({ host }) => host),
    tls: urls.some(({ protocol }) => protocol === 'tls:'),
    login: urls.map(loginIn).find((login) => login !== undefined),
  };
}

function loginIn({ username, password }: URL): BusAddress['login'] {
  if (username === '') return undefined;
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
}

/** One server, or several with commas between; the first says its protocol. */
export const busAddress = z
  .string()
  .refine((text) => /^(nats|tls):\/\//.test(text) && isAddress(text), 'must be an address like nats://host:4222');

function isAddress(text: string): boolean {
  try {
    readBusAddress(text);
    return true;
  } catch {
    return false;
  }
}
