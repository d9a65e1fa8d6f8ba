import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** How a PostgreSQL program is run so that it does not see itself as root, which it refuses to be. */
export interface Launcher {
  readonly way: 'directly' | 'user-namespace' | 'setpriv' | 'other-user';
  readonly prefix: readonly string[];
  readonly account?: Account;
}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const nobody: Account = { uid: 65534, gid: 65534 };

/**
 * The first way that works here for this data directory, which need not exist yet:
 *
 * - `directly`, for whoever is not root;
 * - `user-namespace`: in an unmapped namespace root is seen as nobody, to itself as to the files it owns, and the
 *   kernel still lets it through root's own 0700 folders;
 * - `setpriv`: another user that keeps the right to pass closed folders, where namespaces are forbidden (containers)
 *   or the data belongs to somebody else;
 * - `other-user`: the bare change of user, which cannot pass a closed folder.
 */
export function chooseLauncher(dataDir: string): Launcher {
  if (process.getuid?.() !== 0) return { way: 'directly', prefix: [] };
  const account = accountFor(dataDir);
  const choices = account.uid === 0 ? [inNamespace(), bySetpriv(nobody)] : [bySetpriv(account)];
  const fallback: Launcher = { way: 'other-user', prefix: [], account: account.uid === 0 ? nobody : account };
  return choices.find(works) ?? fallback;
}

export function inNamespace(): Launcher {
  return { way: 'user-namespace', prefix: ['unshare', '--user'] };
}

export function bySetpriv(account: Account): Launcher {
  const caps = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  return { way: 'setpriv', prefix: ['setpriv', ...ids, ...caps], account };
}

/** The arguments of `child_process.spawn`: program, arguments, and the user it starts as. */
export function launch(launcher: Launcher, program: string, args: readonly string[]) {
  const [first = program, ...rest] = [...launcher.prefix, program, ...args];
  const user: Partial<Account> = launcher.way === 'other-user' ? { ...launcher.account } : {};
  return { program: first, args: rest, user };
}

/** Whose data it is; a new directory will be root's. */
function accountFor(dataDir: string): Account {
  try {
    const { uid, gid } = statSync(dataDir);
    return { uid, gid };
  } catch {
    return { uid: 0, gid: 0 };
  }
}

function works(launcher: Launcher): boolean {
  const [program = '', ...args] = launcher.prefix;
  try {
    return execFileSync(program, [...args, 'id', '-u'], { encoding: 'utf8', stdio: 'pipe' }).trim() !== '0';
  } catch {
    return false;
  }
}
