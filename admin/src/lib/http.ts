import { fileNameOf } from '@easel/contracts/kernel/client/content-disposition';
import { send } from './api.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
  json: unknown;
}

/**
 * Makes one call by its address, as react-admin's providers want it; each POST has a key of its own. Throws `ApiError`.
 */
export const http = (url: string, { method = 'GET', body, headers, signal }: RequestInit = {}): Promise<Answer> =>
  send(
    {
      method,
      address: url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
      ...(method === 'POST' && { idempotencyKey: crypto.randomUUID() }),
    },
    async (response) => {
      const text = await response.text();
      const json: unknown = text === '' ? undefined : JSON.parse(text);
      return { status: response.status, headers: response.headers, body: text, json };
    },
  );

/** Reads a file, however long that takes, and the name that the server gives it. Throws likewise. */
export const httpFile = (url: string): Promise<{ blob: Blob; fileName: string | undefined }> =>
  send({ method: 'GET', address: url, headers: { accept: '*/*' }, endless: true }, async (response) => ({
    blob: await response.blob(),
    fileName: fileNameOf(response.headers.get('content-disposition')),
  }));
