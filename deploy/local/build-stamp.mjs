import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'dist-server', '.cache', '.data', '.git', 'coverage']);

/**
 * A digest of the names, sizes and times of all source files below these paths, tests aside: it changes when a build
 * could come out differently, and costs a few milliseconds where a compiler would need seconds to say the same.
 *
 * @param {string} root
 * @param {readonly string[]} paths files and folders, relative to root
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) add(hash, root, path);
  return hash.digest('hex');
}

/**
 * Whether what was built from these sources is still what they say, and is there.
 *
 * @param {string} root
 * @param {{ sources: readonly string[], outputs: readonly string[], stamp: string }} target
 */
export function isFresh(root, target) {
  if (!target.outputs.every((path) => existsSync(join(root, path)))) return false;
  try {
    return readFileSync(join(root, target.stamp), 'utf8') === fingerprint(root, target.sources);
  } catch {
    return false;
  }
}

/**
 * Remembers the sources as they were when the build began: what changed during it makes the next one stale.
 *
 * @param {string} root
 * @param {{ stamp: string }} target
 * @param {string} print
 */
export function writeStamp(root, target, print) {
  const path = join(root, target.stamp);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, print);
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path
 */
function add(hash, root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(join(root, path)).sort()) {
    if (!skipped.has(name) && !/\.test\.tsx?$/.test(name)) add(hash, root, `${path}/${name}`);
  }
}
