export type Call = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  options?: { key?: string; token?: string },
) => Promise<unknown>;

export class Unanswered extends Error {
  constructor(
    path: string,
    readonly status: number,
    readonly body: string,
  ) {
    super(`${path} answered ${status}: ${body}`);
  }
}

/** Calls as a person's browser makes them; throws Unanswered for whatever is not answered well. */
export const callsTo =
  (address: string, signal: AbortSignal): Call =>
  async (method, path, body, { key, token } = {}) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    if (!response.ok) throw new Unanswered(path, response.status, await response.text());
    return (await response.json()) as unknown;
  };
