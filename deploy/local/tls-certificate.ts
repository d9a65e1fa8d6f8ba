import { createPrivateKey, KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOwnersFile } from './owners-file.ts';

/** Absolute where the folder is. The certificate signs itself, so it is also what a client is to trust. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

const HOST = 'localhost';
const ADDRESS = '127.0.0.1';
const YEARS = 10;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Nothing renews it while its server runs, so it is good for the longest run that is to be expected. */
const LEFT_AT_LEAST_MS = 365 * DAY_MS;
/** For a clock that is set back a little. */
const BACKDATED_MS = DAY_MS;

/**
 * A certificate for servers of this machine alone, with its key, both PEM of mode 0600 in that folder. A pair that is
 * missing, does not read or match, or expires within a year is replaced by one of ten years.
 */
export async function ensureCertificate(folder: string): Promise<CertificateFiles> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = { cert: join(folder, 'event-store.cert.pem'), key: join(folder, 'event-store.key.pem') };
  if (!isGood(files)) {
    const { cert, key } = await makeCertificate();
    // A kill between the two leaves a pair that does not match.
    writeOwnersFile(files.key, key);
    writeOwnersFile(files.cert, cert);
  }
  return files;
}

function isGood({ cert, key }: CertificateFiles): boolean {
  try {
    const certificate = new X509Certificate(readFileSync(cert));
    const now = Date.now();
    return (
      certificate.checkPrivateKey(createPrivateKey(readFileSync(key))) &&
      certificate.checkIP(ADDRESS) !== undefined &&
      certificate.checkHost(HOST) !== undefined &&
      Date.parse(certificate.validFrom) <= now &&
      Date.parse(certificate.validTo) - LEFT_AT_LEAST_MS > now
    );
  } catch {
    return false;
  }
}

/** Loads what makes certificates only now: that is once in years. */
async function makeCertificate(): Promise<{ cert: string; key: string }> {
  await import('reflect-metadata'); // the next one does not load without it
  const x509 = await import('@peculiar/x509');
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const notBefore = new Date(Date.now() - BACKDATED_MS);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    name: 'CN=Easel event store on this machine',
    notBefore,
    notAfter,
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: HOST },
        { type: 'ip', value: ADDRESS },
      ]),
    ],
  });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { cert: `${certificate.toString('pem')}\n`, key: String(key) };
}
