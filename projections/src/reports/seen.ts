import type { Recorded } from '@easel/contracts/kernel/event';
import type { Seen } from './report.ts';

export const seenOf = ({ type, data, stream, revision, position, recordedAt }: Recorded): Seen => ({
  type,
  data,
  stream,
  revision,
  position: String(position),
  at: recordedAt.toISOString(),
});
