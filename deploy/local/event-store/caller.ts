import type { Metadata } from '@grpc/grpc-js';

const BASIC = /^Basic +([\w+/]+=*)$/i;

/** The account a call names, whether or not its password is right; `anonymous` for a call without credentials. */
export function callerOf(metadata: Metadata): string {
  const [, encoded = ''] = BASIC.exec(String(metadata.get('authorization')[0] ?? '')) ?? [];
  const [user = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return user === '' ? 'anonymous' : user;
}
