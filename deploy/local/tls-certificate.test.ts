import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CertificateFiles, ensureCertificate } from './tls-certificate.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'easel-tls-'))));
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const contents = ({ cert, key }: CertificateFiles) => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
});

test('it is made once, for its owner’s eyes', async () => {
  const files = await ensureCertificate(join(folder, 'data'));
  const made = contents(files);
  expect(await ensureCertificate(join(folder, 'data'))).toEqual(files);
  expect(contents(files)).toEqual(made);
  for (const path of [files.cert, files.key]) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'data'))).toHaveLength(2);
});

test.each(['127.0.0.1', 'localhost'])('whoever trusts it is served at %s, and nobody else', async (host) => {
  const { cert, key } = contents(await ensureCertificate(folder));
  const server = createServer({ cert, key }, (socket) => socket.end('served')).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => undefined);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = async (trusted: string[]) => {
    const socket = connect({ host, port, ca: trusted, ...(host === 'localhost' && { servername: host }) });
    const [data] = (await once(socket, 'data')) as [Buffer];
    return data.toString();
  };
  expect(await call([cert])).toBe('served');
  await expect(call([])).rejects.toThrow('self-signed certificate');
  server.close();
});

test.each<[string, (files: CertificateFiles) => void]>([
  ['the certificate is missing', ({ cert }) => rmSync(cert)],
  ['the key is missing', ({ key }) => rmSync(key)],
  ['the certificate does not read', ({ cert }) => writeFileSync(cert, 'torn')],
  ['the key does not read', ({ key }) => writeFileSync(key, '')],
  ['it expires within a year', () => void vi.useFakeTimers({ toFake: ['Date'], now: inYears(9.1) })],
  ['it has expired', () => void vi.useFakeTimers({ toFake: ['Date'], now: inYears(11) })],
  ['it is not valid yet', () => void vi.useFakeTimers({ toFake: ['Date'], now: inYears(-1) })],
])('another is made where %s', async (_, spoil) => {
  const before = contents(await ensureCertificate(folder));
  spoil({ cert: join(folder, 'event-store.cert.pem'), key: join(folder, 'event-store.key.pem') });
  const after = contents(await ensureCertificate(folder));
  expect(after.cert).not.toBe(before.cert);
  expect(after.key).not.toBe(before.key);
  expect(contents(await ensureCertificate(folder))).toEqual(after);
});

const inYears = (years: number) => Date.now() + years * 365.25 * 24 * 60 * 60 * 1_000;

test('it is kept for nine years', async () => {
  const before = contents(await ensureCertificate(folder));
  vi.useFakeTimers({ toFake: ['Date'], now: inYears(8.9) });
  expect(contents(await ensureCertificate(folder))).toEqual(before);
});

test('a kill between key and certificate leaves a pair that is replaced', async () => {
  const other = mkdtempSync(join(tmpdir(), 'easel-tls-'));
  const files = await ensureCertificate(folder);
  writeFileSync(files.key, readFileSync((await ensureCertificate(other)).key));
  const torn = contents(files);
  await ensureCertificate(folder);
  expect(contents(files).cert).not.toBe(torn.cert);
  expect(contents(files).key).not.toBe(torn.key);
  rmSync(other, { recursive: true, force: true });
});
