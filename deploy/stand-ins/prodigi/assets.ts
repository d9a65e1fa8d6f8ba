import { createHash } from 'node:crypto';
import { timeLimit } from '@easel/kernel/server/backoff';
import { pixelsOf, skus } from './catalogue.ts';
import type { Item, Order } from './wire.ts';

const TIMEOUT_MS = 30_000;
/** A poster at 200 dpi is some 40 MB as PNG. */
const MOST_BYTES = 200 * 1024 * 1024;
/** Rounding. */
const PIXELS_OFF = 2;

/** Why a file cannot be printed: by the item; `again` where another download may succeed. */
export interface Fault {
  itemId: string;
  problem: string;
  again: boolean;
}

/** Downloads the files of an order, one after the other, and returns what is wrong with them. */
export async function downloadAll({ items }: Order, signal: AbortSignal): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const item of items) {
    const fault = await download(item, signal);
    if (fault) faults.push({ itemId: item.id, ...fault });
  }
  return faults;
}

async function download({ sku, assets }: Item, signal: AbortSignal): Promise<Omit<Fault, 'itemId'> | undefined> {
  const asset = assets[0];
  if (!asset) return { problem: 'there is no file', again: false };
  let bytes: Buffer;
  try {
    const reply = await fetch(asset.url, { signal: AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]) });
    if (!reply.ok) {
      await reply.body?.cancel();
      return { problem: `the address answered ${reply.status}`, again: true };
    }
    bytes = Buffer.from(await reply.arrayBuffer());
  } catch {
    return { problem: 'the address did not answer', again: true };
  }
  const problem = problemOf(bytes, sku, asset.md5Hash);
  return problem === undefined ? undefined : { problem, again: false };
}

export function problemOf(bytes: Buffer, sku: string, md5Hash: string | null): string | undefined {
  if (bytes.length > MOST_BYTES) return 'the file is too large';
  if (md5Hash !== null && createHash('md5').update(bytes).digest('hex') !== md5Hash) return 'the md5Hash is another';
  const size = sizeOf(bytes);
  if (!size) return 'the file is no JPEG and no PNG';
  const spec = skus.get(sku.toUpperCase())?.spec;
  const fits = (side: number, wanted: number) => Math.abs(side - wanted) <= PIXELS_OFF;
  const isRight =
    !spec || pixelsOf(spec).some(({ width, height }) => fits(size.width, width) && fits(size.height, height));
  return isRight ? undefined : `the file has ${size.width}×${size.height} pixels`;
}

/** The pixels of a JPEG or PNG by its head; undefined for anything else. */
export function sizeOf(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length >= 24 && bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes.readUInt16BE(at);
    // SOF0 to SOF15, but for the tables among them.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
