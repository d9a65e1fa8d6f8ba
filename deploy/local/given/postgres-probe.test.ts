import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { databaseFault, databaseName, givenPostgres, standingFault, type Standing } from './postgres-probe.ts';

const name = 'PostgreSQL at db:5432/easel';
const standing: Standing = {
  version: 150_000,
  versionName: '15.0',
  role: 'easel',
  database: 'easel',
  mayCreate: true,
  readOnly: false,
  backends: [1, 2],
};

test.each([
  ['postgres://easel:w0rd@db:5432/easel', name],
  ['postgresql://easel@db/easel%20too', 'PostgreSQL at db/easel too'],
  ['postgres:///easel?host=/run/postgresql', 'PostgreSQL at /run/postgresql/easel'],
])('%s is told without its role and password', (address, told) => {
  expect(databaseName(address)).toBe(told);
});

test.each<[string, Partial<Standing>, RegExp | undefined]>([
  ['as it should be', {}, undefined],
  ['older than 15', { version: 140_011, versionName: '14.11' }, /is version 14\.11: Easel needs 15 or later/],
  ['a pooler', { backends: [7, 7] }, /is a pooler that hands its connections on/],
  ['a standby', { readOnly: true }, /takes no writes/],
  ['a role without rights', { mayCreate: false }, /may not create schemas.*GRANT CREATE ON DATABASE \\"easel\\" TO/],
])('%s', (_, found, why) => {
  const fault = standingFault({ ...standing, ...found }, name);
  expect(fault?.kind).toBe(why && 'refused');
  expect(JSON.stringify(fault) ?? 'nothing').toMatch(why ?? /^nothing$/);
});

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test.each([
  ['away', 'nothing listens there', coded('ECONNREFUSED', 'x')],
  ['away', 'the database system is starting up', coded('57P03', 'the database system is starting up')],
  ['away', 'timeout expired', new Error('timeout expired')],
  ['refused', 'refuses the password', coded('28P01', 'password authentication failed')],
  ['refused', 'pg_hba.conf', coded('28000', 'no pg_hba.conf entry')],
  ['refused', 'create it, or correct DATABASE_URL', coded('3D000', 'database "x" does not exist')],
  ['refused', 'is a pooler', coded('08P01', 'unsupported startup parameter: statement_timeout')],
  ['refused', 'does not speak TLS', new Error('The server does not support SSL connections')],
  ['refused', 'asks for a password', new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')],
  ['refused', 'A file that DATABASE_URL names does not exist', coded('ENOENT', 'open /ca.pem')],
  ['refused', 'is not trusted', coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')],
  ['refused', 'cannot be used: odd', new Error('odd')],
])('%s: … %s …', (kind, why, error) => {
  expect(databaseFault(error, name)).toEqual({ kind, why: expect.stringContaining(why) as string });
});

test('a real one: as it should be, with a wrong password, without rights, and missing', async () => {
  const database = await createTestDatabase();
  const { url } = database;
  const role = `weak_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'w0rd'`);
  const as = (user: string, password: string, path?: string): string => {
    const other = Object.assign(new URL(url), { username: user, password, ...(path && { pathname: path }) });
    return other.href;
  };
  try {
    expect(await givenPostgres(url).probe()).toEqual({ kind: 'ready', warnings: [] });
    const faults = await Promise.all(
      [as(role, 'other'), as(role, 'w0rd'), as(role, 'w0rd', '/nowhere')].map((address) =>
        givenPostgres(address).probe(),
      ),
    );
    expect(faults).toEqual(
      ['refuses the password', `The role ${role} may not create schemas`, 'database "nowhere" does not exist'].map(
        (why) => ({ kind: 'refused', why: expect.stringContaining(why) as string }),
      ),
    );
    expect(JSON.stringify(faults)).not.toContain('w0rd');
  } finally {
    await admin.query(`DROP ROLE ${role}`);
    await admin.end();
    await database.drop();
  }
});
