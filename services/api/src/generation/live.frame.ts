import type { liveEvents, LiveEventName } from '@easel/contracts/generation/live';
import type { z } from 'zod/mini';

/** One server-sent event as it goes over the wire, encoded once however many read it. `id`: the log position it tells of. */
export function liveFrame<Name extends LiveEventName>(
  event: Name,
  data: z.output<(typeof liveEvents)[Name]>,
  id?: bigint,
): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A comment: it keeps the connection open, and tells nothing. */
export const HEARTBEAT = Buffer.from(':\n\n');
