import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const key = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

const secrets = z.object({
  /** Seals personal data; without it what was sealed is lost. 32 bytes. */
  masterKey: key,
  /** Signs cookies and links. 32 bytes. */
  cookieKey: key,
  /** The first operator's, where ADMIN_PASSWORD is not set. */
  operatorPassword: z.string().min(8),
  /** What the stand-in Stripe is called with, and what it signs with. */
  stripeSecretKey: z.string().startsWith('sk_test_'),
  stripeWebhookSecret: z.string().startsWith('whsec_'),
});

export type Secrets = z.infer<typeof secrets>;

/** As installations had them before there was a stand-in Stripe. */
const older = secrets.partial({ stripeSecretKey: true, stripeWebhookSecret: true });

/**
 * The installation's secrets, in `secrets.json` (mode 0600), made at the first start and never replaced; those that an
 * older installation lacks are added. A file that does not read is an error, for to make new keys would be to lose what
 * the old ones sealed.
 */
export function ensureSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) write(path, generate());
  try {
    const kept = older.parse(JSON.parse(readFileSync(path, 'utf8')));
    const whole = secrets.parse({ ...laterSecrets(), ...kept });
    if (Object.keys(kept).length < Object.keys(whole).length) write(path, whole);
    return whole;
  } catch (cause) {
    throw new Error(`${path} cannot be read; restore it from a backup, or remove ${dataDir} to begin anew`, { cause });
  }
}

const hex = () => randomBytes(32).toString('hex');

function generate(): Secrets {
  const operatorPassword = randomBytes(12).toString('base64url');
  return { masterKey: hex(), cookieKey: hex(), operatorPassword, ...laterSecrets() };
}

/** Those that came after the first version. */
function laterSecrets(): Pick<Secrets, 'stripeSecretKey' | 'stripeWebhookSecret'> {
  return { stripeSecretKey: `sk_test_${hex()}`, stripeWebhookSecret: `whsec_${hex()}` };
}

/** On the disk before it has its name: after a crash the file is whole or missing. */
function write(path: string, content: Secrets): void {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, 'wx', 0o600);
  writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(unfinished, path);
}
