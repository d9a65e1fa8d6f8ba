import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { macKeys } from '@easel/kernel/proof/mac-keys';
import { z } from 'zod';
import { writeOwnersFile } from './owners-file.ts';

const key = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** Stands for keys that the environment has. */
export const GIVEN = 'given';

const password = z.string().regex(/^[\w-]{16,}$/, 'must be letters, digits, - and _');

const secrets = z.object({
  /** Seals personal data; without it what was sealed is lost. 32 bytes. */
  masterKey: key,
  /** Signs cookies and links. 32 bytes. */
  cookieKey: key,
  /** Those of the macs on the facts of money, the first of which signs; `given` where the environment has them. */
  macKeys: macKeys.or(z.literal(GIVEN)),
  /** The first operator's, where ADMIN_PASSWORD is not set. */
  operatorPassword: z.string().min(8),
  /** What the stand-in Stripe is called with, and what it signs with. */
  stripeSecretKey: z.string().startsWith('sk_test_'),
  stripeWebhookSecret: z.string().startsWith('whsec_'),
  /** What the stand-in print service is called with. */
  prodigiKey: password,
  /** What the stand-in providers are called with, and what they sign with. */
  providersKey: password,
  providersWebhookSecret: password,
  /** What the event store and nats-server are called with, where they run here. */
  eventStorePassword: password,
  natsPassword: password,
  /** What /metrics and /dev/mail ask for, where the environment does not say. */
  metricsToken: password,
  devMailToken: password,
});

export type Secrets = z.infer<typeof secrets>;

/** Keys that the environment gives are in nobody's file. */
export type GivenKeys = { readonly [Name in 'masterKey' | 'cookieKey' | 'macKeys']?: string | undefined };

/**
 * As installations had them before there was a stand-in Stripe, a password on every server, a secret for every door;
 * without the keys given; of a past, keys alone.
 */
const kept = secrets.partial();
type Kept = z.infer<typeof kept>;
/** Those that are always here. */
const own = secrets.omit({ masterKey: true, cookieKey: true });

/**
 * The installation's secrets, in `secrets.json` (mode 0600), made at the first start and never replaced; those that an
 * older installation lacks are added. A file that does not read is an error, for to make new keys would be to lose what
 * the old ones sealed; so is a key that was given at the first start and is not now.
 */
export function ensureSecrets(dataDir: string, given: GivenKeys = {}): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) write(path, generate(given));
  const found = read(path, dataDir);
  const whole = { ...found, ...own.parse({ ...laterSecrets(given), ...found }) };
  if (Object.keys(found).length < Object.keys(whole).length) write(path, whole);
  return {
    ...whole,
    masterKey: given.masterKey ?? whole.masterKey ?? missing('MASTER_KEY', path),
    cookieKey: given.cookieKey ?? whole.cookieKey ?? missing('COOKIE_KEY', path),
    // One that is given signs, and the one that is kept still verifies what it signed.
    macKeys:
      [given.macKeys, whole.macKeys].filter((keys) => keys && keys !== GIVEN).join() || missing('MAC_KEYS', path),
  };
}

/** Leaves of the secrets those that what was recorded needs: whoever goes on from here makes passwords of their own. */
export function keepKeysAlone(dataDir: string): void {
  const path = join(dataDir, 'secrets.json');
  const { masterKey, cookieKey, macKeys } = read(path, dataDir);
  write(path, { masterKey, cookieKey, macKeys });
}

function read(path: string, dataDir: string): Kept {
  try {
    return kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new Error(`${path} cannot be read; restore it from a backup, or remove ${dataDir} to begin anew`, { cause });
  }
}

function missing(name: string, path: string): never {
  throw new Error(`${name} was given when ${path} was made, and is not there: set it as it was`);
}

const hex = () => randomBytes(32).toString('hex');
const base64url = (bytes: number) => randomBytes(bytes).toString('base64url');

function generate(given: GivenKeys): Kept {
  const { masterKey, cookieKey } = given;
  return {
    ...(masterKey === undefined && { masterKey: hex() }),
    ...(cookieKey === undefined && { cookieKey: hex() }),
    ...laterSecrets(given),
  };
}

/** Those that are made where a file lacks them. */
function laterSecrets({ macKeys }: GivenKeys): Omit<Secrets, 'masterKey' | 'cookieKey'> {
  return {
    operatorPassword: base64url(12),
    macKeys: macKeys === undefined ? hex() : GIVEN,
    stripeSecretKey: `sk_test_${hex()}`,
    stripeWebhookSecret: `whsec_${hex()}`,
    prodigiKey: base64url(24),
    providersKey: base64url(24),
    providersWebhookSecret: base64url(24),
    eventStorePassword: base64url(24),
    natsPassword: base64url(24),
    metricsToken: base64url(24),
    devMailToken: base64url(24),
  };
}

const write = (path: string, content: Kept) => writeOwnersFile(path, `${JSON.stringify(content, null, 2)}\n`);
