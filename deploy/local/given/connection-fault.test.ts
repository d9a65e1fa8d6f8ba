import { expect, test } from 'vitest';
import { connectionFault } from './connection-fault.ts';

const host = { name: 'PostgreSQL at db:1', trust: 'trust it', plain: 'leave TLS out' };
const coded = (code: string, message = code): Error => Object.assign(new Error(message), { code });

test.each([
  ['ECONNREFUSED', 'away', 'nothing listens there'],
  ['ENOTFOUND', 'away', 'nobody knows that name'],
  ['ETIMEDOUT', 'away', 'it does not answer'],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'refused',
    'The certificate of PostgreSQL at db:1 is not trusted (its authority is not known here): trust it',
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'refused',
    'The certificate of PostgreSQL at db:1 is not trusted (it is made out to another host): trust it',
  ],
  ['CERT_HAS_EXPIRED', 'refused', 'The certificate of PostgreSQL at db:1 is not trusted (it has expired): trust it'],
  [
    'CERT_CHAIN_TOO_LONG',
    'refused',
    'The certificate of PostgreSQL at db:1 is not trusted (CERT_CHAIN_TOO_LONG): trust it',
  ],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'refused', 'PostgreSQL at db:1 does not speak TLS: leave TLS out'],
])('%s is %s', (code, kind, why) => {
  expect(connectionFault(coded(code), host)).toEqual({ kind, why });
});

test('all addresses of a name may be refused, and a client may wrap what Node said', () => {
  const found = { kind: 'away', why: 'nothing listens there' };
  expect(connectionFault(new AggregateError([coded('ECONNREFUSED')]), host)).toEqual(found);
  expect(connectionFault(new Error('odd', { cause: coded('ECONNREFUSED') }), host)).toEqual(found);
  expect(connectionFault(Object.assign(new Error('odd'), { chainedError: coded('ECONNREFUSED') }), host)).toEqual(
    found,
  );
});

test('what tells nothing of the connection is somebody else’s to tell', () => {
  expect(connectionFault(new Error('odd'), host)).toBeUndefined();
  expect(connectionFault(coded('28P01'), host)).toBeUndefined();
  expect(connectionFault('odd', host)).toBeUndefined();
});
