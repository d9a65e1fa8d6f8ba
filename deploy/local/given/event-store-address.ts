import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  parseConnectionString,
  type ConnectionOptions,
} from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { z } from 'zod';

/** Those that the client knows. What it does not know it prints, with the whole address, password and all. */
const OPTIONS = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'throwonappendfailure',
  'tls',
  'tlscafile',
  'tlsverifycert',
  'usercertfile',
  'userkeyfile',
]);

const SHAPE = 'must be an address like esdb://account:password@host:2113';

/** An address that the client takes without a word. No complaint about it repeats a part of it but an option's name. */
export const eventStoreAddress = z.string().superRefine((text, context) => {
  const complaint = complaintAbout(text);
  if (complaint !== undefined) context.addIssue({ code: 'custom', message: complaint });
});

function complaintAbout(text: string): string | undefined {
  const [, query = ''] = /^esdb(?:\+discover)?:\/\/[^?]+(?:\?(.*))?$/.exec(text.trim()) ?? [];
  for (const [name, value] of new URLSearchParams(query)) {
    const flat = name.toLowerCase().replaceAll(/[_-]/g, '');
    if (!OPTIONS.has(flat)) return `has an option that the client does not know: ${name.slice(0, 40)}`;
    if (flat === 'tlsverifycert' && value === 'false') {
      return 'has tlsVerifyCert=false, which the client does not offer: name the authority by tlsCAFile';
    }
  }
  try {
    return parseConnectionString(text).hosts.length === 0 ? SHAPE : undefined;
  } catch {
    return SHAPE;
  }
}

/** As the client itself reads it. */
export const readEventStoreAddress = (address: string): ConnectionOptions => parseConnectionString(address);

/** Its hosts, for people: no account, no password. */
export function eventStoreName(address: string): string {
  const { hosts } = readEventStoreAddress(address);
  return `EventStoreDB at ${hosts.map((host) => `${host.address}:${host.port}`).join(', ')}`;
}

/** What the client trusts, and shows of itself. */
export interface Trust {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** Undefined without TLS. Throws a sentence about a file that is not there. */
export function trustOf({ tls, tlsCAFile, userCertFile, userKeyFile }: ConnectionOptions): Trust | undefined {
  if (tls === false) return undefined;
  return {
    ...(tlsCAFile !== undefined && { ca: read(tlsCAFile, 'tlsCAFile') }),
    ...(userCertFile !== undefined && { cert: read(userCertFile, 'userCertFile') }),
    ...(userKeyFile !== undefined && { key: read(userKeyFile, 'userKeyFile') }),
  };
}

function read(path: string, option: string): Buffer {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`${file}, the ${option} of EVENT_STORE_URL, does not exist`);
  try {
    return readFileSync(file);
  } catch {
    throw new Error(`${file}, the ${option} of EVENT_STORE_URL, cannot be read by this user`);
  }
}
