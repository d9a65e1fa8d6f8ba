export interface StripeError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
}

/** A request that is answered with `{error}`, and leaves nothing behind. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly error: StripeError;

  constructor(status: number, error: StripeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalid(message: string, more: { code?: string; param?: string } = {}): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...more });
}

export function missing(what: string, id: string, param = 'id'): Refusal {
  const message = `No such ${what}: '${id.slice(0, 100)}'`;
  return new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}
