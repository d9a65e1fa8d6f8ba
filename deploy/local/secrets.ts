import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeOwnersFile } from './owners-file.ts';

const key = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

const password = z.string().regex(/^[\w-]{16,}$/, 'must be letters, digits, - and _');

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
  /** What the event store and nats-server are called with, where they run here. */
  eventStorePassword: password,
  natsPassword: password,
});

export type Secrets = z.infer<typeof secrets>;

/** As installations had them before there was a stand-in Stripe, or a password on every server. */
const older = secrets.partial({
  stripeSecretKey: true,
  stripeWebhookSecret: true,
  eventStorePassword: true,
  natsPassword: true,
});

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
const base64url = (bytes: number) => randomBytes(bytes).toString('base64url');

function generate(): Secrets {
  return { masterKey: hex(), cookieKey: hex(), operatorPassword: base64url(12), ...laterSecrets() };
}

/** Those that came after the first version. */
function laterSecrets(): Omit<Secrets, 'masterKey' | 'cookieKey' | 'operatorPassword'> {
  return {
    stripeSecretKey: `sk_test_${hex()}`,
    stripeWebhookSecret: `whsec_${hex()}`,
    eventStorePassword: base64url(24),
    natsPassword: base64url(24),
  };
}

const write = (path: string, content: Secrets) => writeOwnersFile(path, `${JSON.stringify(content, null, 2)}\n`);
