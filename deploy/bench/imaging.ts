import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { BenchRow } from './row.ts';
import { isSmoke } from './size.ts';

const measured = z.object({
  decodeMs: z.number(),
  deriveMs: z.number(),
  renders: z.array(z.object({ what: z.string(), limitMs: z.number(), ms: z.number() })),
  prints: z.array(z.object({ what: z.string(), ms: z.number(), grownMb: z.number() })),
});

/** Of one file for the print service. */
const PRINT_LIMIT_MS = 6_000;
const PRINT_LIMIT_MB = 500;

/**
 * Derivation beside one bare decode of the same file; absolute times of renders with two in flight, and of files for
 * the print service, against their limits. Measured in the imaging service's own process: no other may load pixels.
 */
export async function benchImaging(): Promise<BenchRow[]> {
  const program = fileURLToPath(import.meta.resolve('@easel/imaging/tools/measure'));
  const { stdout } = await promisify(execFile)(process.execPath, isSmoke ? [program, '--smoke'] : [program]);
  const { decodeMs, deriveMs, renders, prints } = measured.parse(JSON.parse(stdout));
  return [
    {
      what: 'preview + thumbnail + thumbhash of a 4096 PNG, beside one decode (at most 1.5 times it)',
      bare: ms(decodeMs),
      ours: ms(deriveMs),
      ratio: decodeMs / deriveMs,
      goal: 1 / 1.5,
    },
    ...renders.map(({ what, limitMs, ms: took }) => ({
      what: `${what}: rendered and stored, two in flight (against its limit)`,
      bare: ms(limitMs),
      ours: ms(took),
      ratio: limitMs / took,
      goal: 1,
    })),
    ...prints.flatMap(({ what, ms: took, grownMb }) => [
      {
        what: `print file of ${what}, from 4K (against its limit)`,
        bare: ms(PRINT_LIMIT_MS),
        ours: ms(took),
        ratio: PRINT_LIMIT_MS / took,
        goal: 1,
      },
      {
        what: `print file of ${what}, from 4K: memory (against its limit)`,
        bare: mb(PRINT_LIMIT_MB),
        ours: mb(grownMb),
        ratio: PRINT_LIMIT_MB / grownMb,
        goal: 1,
      },
    ]),
  ];
}

const ms = (value: number): string => `${Math.round(value)} ms`;
const mb = (value: number): string => `${Math.round(value)} MB`;
