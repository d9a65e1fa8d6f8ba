/**
 * Makes one file for the print service and prints what that took as one line of JSON: see `MeasuredPrint`. In a process
 * of its own, since only the most memory that a process ever had can be read.
 */
import { readFile } from 'node:fs/promises';
import type { PrintLayout } from '@easel/contracts/products/print-layout';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { makeFormat } from '../formats/format-maker.ts';

export interface MeasuredPrint {
  readonly ms: number;
  /** Megabytes that the process had at most, above what it had before. */
  readonly grownMb: number;
}

const [, , folder, request] = process.argv;
if (folder === undefined || request === undefined) throw new Error('measure-print FOLDER REQUEST');
const { rss } = process.memoryUsage();
const begun = performance.now();
const wanted = JSON.parse(request) as DerivedRequest & { layout: PrintLayout };
await makeFormat(new DiskBlobStore(folder), { digest: () => '' }, wanted, new AbortController().signal);
const ms = performance.now() - begun;
const grownMb = ((await mostBytes()) - rss) / 1e6;
process.stdout.write(`${JSON.stringify({ ms, grownMb } satisfies MeasuredPrint)}\n`);

/** The kernel's count for this program; `maxRSS` has that of the process that started it as well. */
async function mostBytes(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
