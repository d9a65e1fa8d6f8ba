import type { ExpectedRevision } from './new-fact.ts';

/** Definite: the stream stands elsewhere and nothing was written. */
export class WrongRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision | 'any',
    readonly actual: number | 'none',
  ) {
    super(`${stream} was expected at ${expected} and is at ${actual}`);
    this.name = 'WrongRevision';
  }
}

/**
 * The append may or may not have happened, and was not settled in the time it had (`settle-append`): only a repeat with
 * the same ids at the same expected revision tells.
 */
export class OutcomeUnknown extends Error {
  constructor(stream: string, cause: unknown) {
    super(`the outcome of an append to ${stream} is not known`, { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** The log cannot be read now. */
export class LogUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event log cannot be read now', { cause });
    this.name = 'LogUnavailable';
  }
}

/** The append can never succeed: the store refuses its size or shape, or the facts do not fit their schemas. */
export class AppendInvalid extends Error {
  constructor(stream: string, cause: unknown) {
    super(`facts for ${stream} are not fit to be stored`, { cause });
    this.name = 'AppendInvalid';
  }
}

/** The store knows who asks and refuses; it will until somebody gives the account its rights. */
export class AccessDenied extends Error {
  /** `what` the account may not do, in the infinitive. */
  constructor(what: string, cause: unknown) {
    super(`the event store does not let this account ${what}`, { cause });
    this.name = 'AccessDenied';
  }
}

/** The store knows no such account, or not by this password. */
export class BadCredentials extends Error {
  constructor(cause: unknown) {
    super('the event store does not accept the account or its password', { cause });
    this.name = 'BadCredentials';
  }
}

/** Somebody has deleted the stream in the store: nothing can be appended to it or read of it again. */
export class StreamDeleted extends Error {
  constructor(
    readonly stream: string,
    cause: unknown,
  ) {
    super(`the stream ${stream} was deleted in the event store`, { cause });
    this.name = 'StreamDeleted';
  }
}

/** Whether the log serves nobody now: nothing is wrong with what was asked of it. */
export const isLogAway = (error: unknown): boolean =>
  error instanceof LogUnavailable ||
  error instanceof OutcomeUnknown ||
  error instanceof AccessDenied ||
  error instanceof BadCredentials;
