import type { Api, ApiReply } from './api.ts';
import { newId } from './ids.ts';

/** What the library begins the idempotency keys with that it makes by itself, of chance that nobody can replace. */
const LIBRARYS_OWN = 'stripe-node-retry-';

/**
 * The stripe library's HTTP client where the stand-in is in the same process: no socket, no timer, no stream. Whoever
 * gives it the calls may lose, refuse or delay them on the way.
 */
export class LibraryClient {
  readonly #answer: Api['answer'];
  readonly #keys = new Map<string, string>();

  constructor(answer: Api['answer']) {
    this.#answer = answer;
  }

  getClientName(): string {
    return 'in-process';
  }

  async makeRequest(
    _host: string,
    _port: string | number,
    path: string,
    method: string,
    headers: object,
    body: string | null,
  ): Promise<LibraryReply> {
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
    const given = Object.fromEntries(named) as Record<string, string>;
    const key = given['idempotency-key'];
    if (key?.startsWith(LIBRARYS_OWN)) given['idempotency-key'] = this.#sameEachRun(key);
    return new LibraryReply(
      await this.#answer({ id: newId('request'), method, url: path, headers: given, body: body ?? '' }),
    );
  }

  /** A repeat of a request has the key of the request, here as there. */
  #sameEachRun(key: string): string {
    const known = this.#keys.get(key) ?? `${LIBRARYS_OWN}${newId('request')}`;
    this.#keys.set(key, known);
    return known;
  }
}

class LibraryReply {
  readonly #reply: ApiReply;

  constructor(reply: ApiReply) {
    this.#reply = reply;
  }

  getStatusCode(): number {
    return this.#reply.status;
  }

  getHeaders(): Record<string, string> {
    return this.#reply.headers;
  }

  getRawResponse(): object {
    return {};
  }

  toStream(): never {
    throw new Error('nothing is streamed within a process');
  }

  async toJSON(): Promise<unknown> {
    return JSON.parse(this.#reply.body) as unknown;
  }
}
