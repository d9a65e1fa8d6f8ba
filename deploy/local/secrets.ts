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
});

export type Secrets = z.infer<typeof secrets>;

/**
 * The installation's secrets, in `secrets.json` (mode 0600), made at the first start and never replaced. A file that
 * does not read is an error, for to make new keys would be to lose what the old ones sealed.
 */
export function ensureSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) write(path, generate());
  try {
    return secrets.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new Error(`${path} cannot be read; restore it from a backup, or remove ${dataDir} to begin anew`, { cause });
  }
}

function generate(): Secrets {
  const hex = () => randomBytes(32).toString('hex');
  return { masterKey: hex(), cookieKey: hex(), operatorPassword: randomBytes(12).toString('base64url') };
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
