import { ErrorType, isCommandError, StreamDeletedError, WrongExpectedVersionError } from '@eventstore/db-client';
import {
  AccessDenied,
  AppendInvalid,
  BadCredentials,
  LogUnavailable,
  OutcomeUnknown,
  StreamDeleted,
  WrongRevision,
} from './event-log.errors.ts';
import type { ExpectedRevision } from './new-fact.ts';

/** Of gRPC: where a call ends by them, no trailer need say the same. */
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

/** `unclear`: not surely a refusal, so an append may have been stored all the same. */
type Meaning = 'unclear' | 'elsewhere' | 'denied' | 'deleted' | 'unfit';

const meanings: Readonly<Record<ErrorType, Meaning>> = {
  [ErrorType.TIMEOUT]: 'unclear',
  [ErrorType.DEADLINE_EXCEEDED]: 'unclear',
  [ErrorType.UNAVAILABLE]: 'unclear',
  [ErrorType.CANCELLED]: 'unclear',
  [ErrorType.UNKNOWN]: 'unclear',
  // Many appends go by one call, and the first that is refused for want of a leader ends it for all: what else was
  // underway in it may have been stored. The client turns to the leader by itself.
  [ErrorType.NOT_LEADER]: 'unclear',
  [ErrorType.WRONG_EXPECTED_VERSION]: 'elsewhere',
  [ErrorType.ACCESS_DENIED]: 'denied',
  [ErrorType.STREAM_DELETED]: 'deleted',
  [ErrorType.INVALID_ARGUMENT]: 'unfit',
  [ErrorType.INVALID_TRANSACTION]: 'unfit',
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'unfit',
  [ErrorType.MISSING_REQUIRED_METADATA_PROPERTY]: 'unfit',
  [ErrorType.UNSUPPORTED]: 'unfit',
  // What no append and no read is answered: whatever it was, it says nothing of either.
  [ErrorType.NOT_FOUND]: 'unclear',
  [ErrorType.NO_STREAM]: 'unclear',
  [ErrorType.STREAM_NOT_FOUND]: 'unclear',
  [ErrorType.SCAVENGE_NOT_FOUND]: 'unclear',
  [ErrorType.PERSISTENT_SUBSCRIPTION_FAILED]: 'unclear',
  [ErrorType.PERSISTENT_SUBSCRIPTION_DOES_NOT_EXIST]: 'unclear',
  [ErrorType.PERSISTENT_SUBSCRIPTION_EXISTS]: 'unclear',
  [ErrorType.PERSISTENT_SUBSCRIPTION_DROPPED]: 'unclear',
  [ErrorType.MAXIMUM_SUBSCRIBERS_REACHED]: 'unclear',
  [ErrorType.USER_NOT_FOUND]: 'unclear',
  [ErrorType.USER_CONFLICT]: 'unclear',
};

function meaningOf(error: unknown): Meaning {
  if (isDenied(error)) return 'denied';
  return error instanceof Error && isCommandError(error) ? meanings[error.type] : 'unclear';
}

const isDenied = (error: unknown): boolean => codeOf(error) === UNAUTHENTICATED || codeOf(error) === PERMISSION_DENIED;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const denied = (what: string, error: unknown): Error =>
  codeOf(error) === UNAUTHENTICATED ? new BadCredentials(error) : new AccessDenied(what, error);

/** What an error of the client says about an append. */
export function appendErrorOf(stream: string, expected: ExpectedRevision | 'any', error: unknown): Error {
  switch (meaningOf(error)) {
    case 'unclear':
      return new OutcomeUnknown(stream, error);
    case 'elsewhere': {
      const actual = error instanceof WrongExpectedVersionError ? error.actualVersion : undefined;
      return new WrongRevision(stream, expected, typeof actual === 'bigint' ? Number(actual) : 'none');
    }
    case 'denied':
      return denied(`append to ${stream}`, error);
    case 'deleted':
      return new StreamDeleted(stream, error);
    case 'unfit':
      return new AppendInvalid(stream, error);
  }
}

/** What an error of the client says about reading a stream, or `$all`, the whole log. */
export function readErrorOf(stream: string, error: unknown): Error {
  switch (meaningOf(error)) {
    case 'denied':
      return denied(stream === '$all' ? 'read the whole log ($all)' : `read ${stream}`, error);
    case 'deleted':
      return new StreamDeleted(error instanceof StreamDeletedError ? error.streamName : stream, error);
    case 'unclear':
    case 'elsewhere':
    case 'unfit':
      return new LogUnavailable(error);
  }
}
