import { type Agent, request } from 'node:http';
import { headersOf } from '@easel/contracts/kernel/client/client';

export interface CallOptions {
  body?: object;
  token?: string;
  headers?: Record<string, string>;
  /** A refusal is what is measured. */
  refused?: boolean;
}

/** One call over a kept connection; throws on a refusal that nobody asked for. */
export function callJson<T>(
  url: string,
  agent: Agent,
  method: string,
  path: string,
  { body, token, headers = {}, refused = false }: CallOptions,
): Promise<T> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const call = request(
    new URL(path, url),
    {
      agent,
      method,
      headers: headersOf({ bearer: token ?? null, headers, ...(payload !== undefined && { body: payload }) }),
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if ((response.statusCode ?? 500) >= 400 && !refused)
          reject(new Error(`${path} answered ${response.statusCode}: ${text}`));
        else resolve(JSON.parse(text) as T);
      });
    },
  );
  call.on('error', reject);
  call.end(payload);
  return promise;
}
