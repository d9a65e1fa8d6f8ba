/** A way in which a call can be refused: its code, its HTTP status and the text people read. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/**
 * Names the problems of one feature: `{ insufficientCredits: [402, 'Insufficient credits'] }` gives
 * `account.insufficient_credits`.
 */
export function defineProblems<const T extends Record<string, readonly [status: number, message: string]>>(
  feature: string,
  table: T,
): { readonly [K in keyof T]: Problem } {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(table).map(([name, [status, message]]) => [
      name,
      { code: `${feature}.${snake(name)}`, status, message },
    ]),
  ) as { [K in keyof T]: Problem };
}

/** The one error a decider or handler throws for a call that may not be. `extra` joins the reply's body. */
export class Refused extends Error {
  // Not as parameters: the starter reads policies by stripping their types alone.
  readonly problem: Problem;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(problem: Problem, extra: Readonly<Record<string, unknown>> = {}) {
    super(problem.message);
    this.name = 'Refused';
    this.problem = problem;
    this.extra = extra;
  }
}

/** Refusals that belong to no feature. */
export const problems = defineProblems('request', {
  invalid: [400, 'The request is not valid'],
  malformed: [400, 'The request body is not valid JSON'],
  signedOut: [401, 'Authentication required'],
  sessionExpired: [401, 'Authentication expired'],
  forbidden: [403, 'You may not do this'],
  crossSite: [403, 'A page of another site may not do this'],
  notFound: [404, 'Not found'],
  slow: [408, 'The request took too long to arrive'],
  conflict: [409, 'This changed meanwhile. Please reload and try again.'],
  tooLarge: [413, 'The request is too large'],
  unsupportedType: [415, 'This content type is not supported'],
  keyReused: [422, 'This Idempotency-Key was used for a different request'],
  tooMany: [429, 'Too many requests. Please try again later.'],
  unexpected: [500, 'Something went wrong. Please try again.'],
  unavailable: [503, 'The service is busy. Please try again in a moment.'],
  diskFull: [507, 'There is no room to store this right now'],
});

/** The one shape of an error on the wire. */
export interface ProblemReply {
  success: false;
  message: string;
  code: string;
  errors?: readonly { path: string; message: string }[];
  requestId: string;
}
