import assert from 'node:assert/strict';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls a route as its page would, for what a story is not about; fails where it is not answered well. */
export async function ask(
  address: string,
  path: string,
  body?: object,
  token?: string,
  method: Method = 'POST',
): Promise<unknown> {
  const reply = await call(address, path, body, token, method);
  assert.ok(reply.ok, `${path}: ${reply.status} ${await reply.clone().text()}`);
  return reply.json();
}

/** Likewise, whatever is answered. */
export const call = (
  address: string,
  path: string,
  body?: object,
  token?: string,
  method: Method = 'POST',
): Promise<Response> =>
  fetch(`${address}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
