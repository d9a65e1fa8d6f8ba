import { Metadata, status } from '@grpc/grpc-js';

/**
 * A refusal in the client's words: a gRPC status and, where the client wants one, a named exception in the trailers.
 */
export class StoreError extends Error {
  readonly code: status;
  readonly details: string;
  readonly metadata = new Metadata();

  constructor(code: status, details: string, trailers: Record<string, string> = {}) {
    super(details);
    this.name = 'StoreError';
    this.code = code;
    this.details = details;
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, asciiTrailer(value));
  }
}

/** The caller may try again: nothing is known to be wrong with the request. The outcome of an append is unknown. */
export const unavailable = (details: string) => new StoreError(status.UNAVAILABLE, details);

export const invalidArgument = (details: string) => new StoreError(status.INVALID_ARGUMENT, details);

export const unimplemented = (details: string) => new StoreError(status.UNIMPLEMENTED, details);

export const internalError = () => new StoreError(status.INTERNAL, 'internal error');

export const unauthenticated = () => new StoreError(status.UNAUTHENTICATED, 'wrong or missing credentials');

export const notLeader = ({ host, port }: { host: string; port: number }) =>
  new StoreError(status.NOT_FOUND, 'another node leads', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

/** Not answered in time; like `unavailable`, it leaves the outcome of an append unknown. */
export const timedOut = (details: string) => new StoreError(status.ABORTED, details, { exception: 'timeout' });

export class AppendTooLarge extends StoreError {
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(status.INVALID_ARGUMENT, `an append holds at most ${limitBytes} bytes of data`, {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': String(limitBytes),
    });
    this.limitBytes = limitBytes;
  }
}

/** The stream is gone for ever. */
export class StreamDeleted extends StoreError {
  constructor(stream: string) {
    super(status.FAILED_PRECONDITION, `the stream ${stream} is deleted`, {
      exception: 'stream-deleted',
      'stream-name': stream,
    });
  }
}

export class AccessDenied extends StoreError {
  constructor(details: string) {
    super(status.PERMISSION_DENIED, details, { exception: 'access-denied' });
  }
}

/** For calls that have no reply to say it in. */
export const wrongExpectedVersion = (stream: string, expected: number, head: number) =>
  new StoreError(status.FAILED_PRECONDITION, `${stream} is not at the expected revision`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(expected),
    'actual-version': String(head),
  });

export const missingEventProperty = () =>
  new StoreError(status.INVALID_ARGUMENT, 'an event needs type and content-type', {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

/** HTTP/2 carries ASCII only: any other name is percent-encoded. */
export function asciiTrailer(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value);
}
