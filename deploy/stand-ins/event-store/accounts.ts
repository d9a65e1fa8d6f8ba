import { createHash, timingSafeEqual } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Account {
  /** Without a colon: that is where the password begins. */
  name: string;
  password: string;
  /** May do all; others may not touch what is the system's. */
  admin: boolean;
}

/** Tells whose credentials a call brings. */
export class Accounts {
  #accounts: readonly { account: Account; digest: Buffer }[];

  /** @throws where two have one name */
  constructor(accounts: readonly Account[]) {
    const names = new Set(accounts.map(({ name }) => name));
    if (names.size < accounts.length) throw new Error('two accounts have the same name');
    this.#accounts = accounts.map((account) => ({ account, digest: digest(`${account.name}:${account.password}`) }));
  }

  get isEmpty(): boolean {
    return this.#accounts.length === 0;
  }

  /** @returns undefined where the password is wrong or the account unknown, after the same time */
  whose({ name, password }: Pick<Account, 'name' | 'password'>): Account | undefined {
    const wanted = digest(`${name}:${password}`);
    const matches = this.#accounts.filter((one) => timingSafeEqual(one.digest, wanted));
    return matches[0]?.account;
  }
}

/** What an `authorization` header says in HTTP's basic scheme, or undefined where it says nothing. */
export function basicCredentials(authorization: string): Pick<Account, 'name' | 'password'> | undefined {
  const [, base64] = /^basic +([\w+/]+=*) *$/i.exec(authorization) ?? [];
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(base64 ?? '', 'base64').toString('utf8')) ?? [];
  return name === undefined || password === undefined ? undefined : { name, password };
}

const user = z.strictObject({
  password: z.string().min(1, 'an account has a password'),
  admin: z.boolean().default(false),
});
const usersFile = z
  .record(z.string(), user)
  .refine((users) => Object.keys(users).every((name) => /^[^:]+$/.test(name)), {
    error: 'an account has a name, without a colon',
  });

/**
 * The accounts in a file: `{"admin": {"password": "…", "admin": true}, "ops": {"password": "…"}}`.
 *
 * @throws where others than its owner may read it, or it says something else
 */
export function readUsersFile(path: string): Account[] {
  const text = readOwnersFile(path);
  try {
    return Object.entries(usersFile.parse(JSON.parse(text))).map(([name, one]) => ({ name, ...one }));
  } catch (error) {
    // The parser would quote what stands there, passwords too.
    const why = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not JSON';
    throw new Error(`${path} holds no accounts: ${why}`);
  }
}

function readOwnersFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const mode = fstatSync(file).mode & 0o777;
    if (mode & 0o077) {
      throw new Error(`${path} holds passwords and has mode ${mode.toString(8).padStart(4, '0')}: make it 0600`);
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
