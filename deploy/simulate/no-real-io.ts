import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import zlib from 'node:zlib';

/** Something reached out of the simulated world: what comes of it, and when, no seed decides. */
export class RealIo extends Error {
  override readonly name = 'RealIo';
}

type Members = Record<string, unknown>;

/** Of a module, what ends with an answer of the outside, later. */
const DOORS: readonly [where: string, on: object, names: readonly string[]][] = [
  ['net', net.Socket.prototype, ['connect']],
  ['net', net.Server.prototype, ['listen']],
  ['dgram', dgram, ['createSocket']],
  ['dns', dns, ['lookup', 'resolve']],
  ['child_process', childProcess, ['spawn', 'fork', 'exec', 'execFile']],
  ['fs', fs, ['open', 'read', 'readFile', 'write', 'writeFile', 'stat', 'createReadStream', 'createWriteStream']],
  ['fs/promises', fs.promises, ['open', 'readFile', 'writeFile', 'stat', 'mkdir', 'rename', 'rm', 'readdir']],
  // These run on other threads, and end when those like.
  ['crypto', crypto, ['scrypt', 'pbkdf2', 'hkdf', 'generateKeyPair']],
  ['zlib', zlib, ['gzip', 'gunzip', 'deflate', 'inflate', 'brotliCompress', 'brotliDecompress']],
  ['global', globalThis, ['fetch']],
];

/**
 * Fails whoever reaches out while it is in force, and keeps the first of them in `broken`: what throws in the depths
 * may be caught there. `restore` opens the doors again.
 */
export function forbidRealIo(): { readonly broken: RealIo | undefined; restore: () => void } {
  const undone: (() => void)[] = [];
  const seen: { broken: RealIo | undefined } = { broken: undefined };
  for (const [where, on, names] of DOORS) {
    const members = on as Members;
    for (const name of names) {
      const before = members[name];
      members[name] = () => {
        const error = new RealIo(`${where}.${name} was called within the simulation`);
        seen.broken ??= error;
        throw error;
      };
      undone.push(() => (members[name] = before));
    }
  }
  syncBuiltinESMExports();
  return {
    get broken() {
      return seen.broken;
    },
    restore: () => {
      for (const undo of undone) undo();
      syncBuiltinESMExports();
    },
  };
}
