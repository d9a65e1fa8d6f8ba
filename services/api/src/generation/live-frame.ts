import type { liveEvents, LiveEventName } from '@easel/contracts/generation/live';
import { eventFrame } from '@easel/kernel/http/event-stream';
import type { z } from 'zod/mini';

/** One event of a member's stream as it goes over the wire. `id`: the log position it tells of. */
export const liveFrame = <Name extends LiveEventName>(
  event: Name,
  data: z.output<(typeof liveEvents)[Name]>,
  id?: bigint,
): Buffer => eventFrame(event, data, id);
