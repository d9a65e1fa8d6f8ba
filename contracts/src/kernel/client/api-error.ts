import { recordOf } from '../record.ts';

/** Why a call failed. `http`: the server refused; `network` and `timeout`: nobody knows whether it arrived. */
export type FailureKind = 'http' | 'network' | 'timeout' | 'malformed';

export interface FieldProblem {
  path: string;
  message: string;
}

interface Answer {
  status?: number;
  code?: string;
  fields?: readonly FieldProblem[];
  body?: unknown;
  retryAfterMs?: number;
}

/** A failed call; `message` is fit to be shown. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  /** The whole of the refusal, for what it says beside its text; to be read by a schema. */
  readonly body: unknown;
  /** How long the server asks to be left alone; 0 where it does not. */
  readonly retryAfterMs: number;

  constructor(kind: FailureKind, message: string, answer: Answer = {}) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = answer.status ?? 0;
    this.code = answer.code ?? '';
    this.fields = answer.fields ?? [];
    this.body = answer.body;
    this.retryAfterMs = answer.retryAfterMs ?? 0;
  }
}

const isFieldProblem = (value: unknown): value is FieldProblem => {
  const { path, message } = recordOf(value);
  return typeof path === 'string' && typeof message === 'string';
};

/** Reads a refusal; `wordless` is the text where it has none. */
export async function refusalOf(response: Response, wordless: (status: number) => string): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const { message, code, errors } = recordOf(body);
  const retryAfterMs = (Number(response.headers.get('retry-after')) || 0) * 1000;
  return new ApiError('http', typeof message === 'string' ? message : wordless(status), {
    status,
    code: typeof code === 'string' ? code : '',
    fields: Array.isArray(errors) ? errors.filter(isFieldProblem) : [],
    body,
    retryAfterMs,
  });
}

/** Tells whether the server said no: what was asked was not done, and asked again it would be refused again. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'http' && error.status < 500;

/** Gives the words of a failed call, else the text given. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.message ? error.message : otherwise;
