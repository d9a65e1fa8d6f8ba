import { randomUUID } from 'node:crypto';
import type { ProposedEvent } from './event.ts';

const NOTHING = Buffer.alloc(0);

/** An event that the store itself writes. */
export function systemEvent(type: string, data: string, metadata = ''): ProposedEvent {
  return {
    id: randomUUID(),
    type,
    json: data.startsWith('{'),
    metadata: metadata === '' ? NOTHING : Buffer.from(metadata),
    data: data === '' ? NOTHING : Buffer.from(data),
  };
}
