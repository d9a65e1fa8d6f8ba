import type { ExpectedRevision } from './new-fact.ts';

/** Definite: the stream stands elsewhere and nothing was written. */
export class WrongRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: number | 'none',
  ) {
    super(`${stream} was expected at ${expected} and is at ${actual}`);
    this.name = 'WrongRevision';
  }
}

/** The append may or may not have happened: repeat it with the same ids and the same expected revision. */
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
