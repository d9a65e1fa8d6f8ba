import type { Logger } from 'pino';

/** PostgreSQL refuses 8000 bytes and more, envelope included. */
export const MAX_PAYLOAD_BYTES = 7_000;
/** A server that does not answer by then hangs: nobody waits for it. */
export const ANSWER_MS = 1_000;
const MAX_SUBJECT_LENGTH = 200;

export type BusHandler = (payload: unknown) => void;

export function checkSubject(subject: string): void {
  if (subject.length > MAX_SUBJECT_LENGTH || !/^[\w-]+(\.[\w-]+)*$/.test(subject)) {
    throw new TypeError(`${JSON.stringify(subject.slice(0, MAX_SUBJECT_LENGTH))} is no subject`);
  }
}

export function encodePayload(subject: string, payload: unknown): string {
  const text = JSON.stringify(payload) ?? 'null';
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_PAYLOAD_BYTES) throw new RangeError(`A hint on ${subject} carries ids, not ${bytes} bytes`);
  return text;
}

/** A handler's error, thrown or rejected, is its own affair. */
export function deliver(logger: Logger, subject: string, handle: () => unknown): void {
  const complain = (error: unknown): void => logger.error({ err: error, subject }, 'A handler of hints failed');
  try {
    const result = handle();
    if (result instanceof Promise) result.catch(complain);
  } catch (error) {
    complain(error);
  }
}
