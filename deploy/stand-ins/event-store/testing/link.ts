import { binaryEvent, type BinaryEventType, type EventData } from '@eventstore/db-client';

/** An event that stands for another one. */
export const link = (revision: number | bigint, stream: string): EventData<BinaryEventType> =>
  binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${stream}`) });
