/** The part of Stripe's HTTP client interface that the library uses. */
export interface HttpClient<Request extends unknown[]> {
  getClientName: () => string;
  makeRequest: (...request: Request) => Promise<HttpResponse>;
}

interface HttpResponse {
  getStatusCode: () => number;
  getHeaders: () => Record<string, string | string[]>;
  getRawResponse: () => unknown;
  toStream: (onEnd: () => void) => unknown;
  toJSON: () => Promise<unknown>;
  dispose?: () => void;
}

/**
 * Wraps Stripe's HTTP client and accepts only replies that Stripe can have sent: an error object, an object with an id,
 * or a list. The library (stripe 23.1) resolves with any other JSON, even with a proxy's `{"message": …}` and status
 * 503. Here such a reply becomes an API error, so the call rejects with a StripeError.
 */
export function checkedHttpClient<Request extends unknown[]>(client: HttpClient<Request>): HttpClient<Request> {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => checked(await client.makeRequest(...request)),
  };
}

const checked = (response: HttpResponse): HttpResponse => ({
  getStatusCode: () => response.getStatusCode(),
  getHeaders: () => response.getHeaders(),
  getRawResponse: () => response.getRawResponse(),
  toStream: (onEnd) => response.toStream(onEnd),
  dispose: () => response.dispose?.(),
  async toJSON(): Promise<unknown> {
    const status = response.getStatusCode();
    const body: unknown = await response.toJSON();
    return isAnswer(status, body) ? body : { error: { type: 'api_error', message: `HTTP ${status}, not from Stripe` } };
  },
});

function isAnswer(status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { error, object, id, data } = body as Record<string, unknown>;
  if (typeof error === 'object' && error !== null) return true;
  if (status < 200 || status >= 300) return false;
  return object === 'list' ? Array.isArray(data) : typeof object === 'string' && typeof id === 'string';
}
