import { originHttp } from '@easel/contracts/origin/http';
import { coveredParts, findPacket } from '@easel/contracts/origin/packet';
import { statementIn, type Statement } from '@easel/contracts/origin/statement';
import { call } from '../../lib/api.ts';

/** What a file says of where it came from, and whether that is so. */
export type Origin =
  /** It says nothing that only our files say. */
  | { kind: 'silent' }
  /** It says so, and was not signed by us. */
  | { kind: 'forged' }
  /** We signed it; `path` leads to the picture where that is public. */
  | { kind: 'genuine' | 'changed'; statement: Statement; path: string | null; trained: boolean | null };

/** Larger files are none of ours, and would fill a phone. */
const MOST_BYTES = 250_000_000;

/** Reads a file here, in the browser: no more than the statement that it carries leaves it. */
export async function originOf(file: Blob): Promise<Origin> {
  if (file.size > MOST_BYTES) return { kind: 'silent' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const packet = findPacket(bytes);
  const statement = packet && statementIn(packet.text);
  if (!packet || !statement) return { kind: 'silent' };
  const [{ genuine, path, trained }, digest] = await Promise.all([
    call(originHttp.verify, { body: statement }),
    digestOf(coveredParts(bytes, packet)),
  ]);
  if (!genuine) return { kind: 'forged' };
  return { kind: digest === statement.digest ? 'genuine' : 'changed', statement, path, trained };
}

async function digestOf([before, after]: readonly [Uint8Array, Uint8Array]): Promise<string> {
  const covered = new Uint8Array(before.length + after.length);
  covered.set(before);
  covered.set(after, before.length);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', covered));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
