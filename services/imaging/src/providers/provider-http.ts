import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import ipaddr from 'ipaddr.js';
import { AddressRefused, checkedLookup, isPublicAddress } from './public-address.ts';

/** The connection failed before anything was sent. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | null;
  /** Aborts the call and the reading of its answer. */
  readonly signal: AbortSignal;
}

export type HttpReply = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

const CONNECT_TIMEOUT_MS = 10_000;
/** Some servers reject requests without a user agent. */
const IDENTITY = { 'user-agent': 'easel' };

/**
 * HTTP client of one provider. The base URL comes from the operator and may be private. Every other address is
 * untrusted: it must be public, and use https. The client neither retries nor follows redirects. After the connection
 * is open, only the call's signal limits its time.
 */
export class ProviderHttp {
  private readonly own: Agent;
  private readonly foreign: Agent;

  constructor(
    readonly base: URL,
    lookup: LookupFunction = systemLookup,
  ) {
    const usual = { allowH2: false, timeout: CONNECT_TIMEOUT_MS };
    const shared = {
      // Disable keep-alive: an idle connection that closes during a call looks like a lost answer.
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.own = new Agent({ ...shared, connect: marked(buildConnector({ ...usual, lookup })) });
    const checked = buildConnector({ ...usual, lookup: checkedLookup(lookup, isPublicAddress) });
    this.foreign = new Agent({ ...shared, connect: marked(withLiterals(checked)) });
  }

  /** Sends a call. Throws NoConnection when nothing was sent, AddressRefused, or the connection's error. */
  async send({ method, url, headers = {}, body = null, signal }: HttpCall): Promise<HttpReply> {
    if (signal.aborted) throw new NoConnection('aborted before it was sent');
    if (!this.isOwn(url) && url.protocol !== 'https:') throw new AddressRefused('the address does not use https');
    const dispatcher = this.isOwn(url) ? this.own : this.foreign;
    return request(url, { method, headers: { ...IDENTITY, ...headers }, body, signal, dispatcher });
  }

  isOwn(url: URL): boolean {
    return url.origin === this.base.origin;
  }

  /** Returns an address below the base URL: `/v1/x` of `https://api.example/sub` is `https://api.example/sub/v1/x`. */
  below(path: string): URL {
    return new URL(`${this.base.href.replace(/\/+$/, '')}${path}`);
  }
}

/** Checks IP addresses, for which no lookup takes place. */
const withLiterals =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (ipaddr.isValid(host) && !isPublicAddress(host)) callback(new AddressRefused('the address is not public'), null);
    else connect(options, callback);
  };

/** Turns every connection error into NoConnection or AddressRefused. */
const marked =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error)
        callback(error instanceof AddressRefused ? error : new NoConnection(codeOf(error), { cause: error }), null);
      else callback(null, socket);
    });
  };

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : 'no connection';

/** Discards the rest of an answer. The stream reports that as an error; unhandled, it would end the process. */
export function discard({ body }: HttpReply): void {
  body.on('error', () => undefined).destroy();
}

/** The answer exceeds its size limit. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Reads a whole answer. Throws TooLarge, or the connection's error. */
export async function readBytes(body: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(limited(body, limitBytes)));
}

/** Passes chunks on up to the limit. Throws TooLarge. */
export async function* limited(body: AsyncIterable<Buffer>, limitBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new TooLarge(`the answer has more than ${limitBytes} bytes`);
    yield chunk;
  }
}

/** Returns the first error of this kind in a chain of causes. */
export function causeOf<Kind extends Error>(
  error: unknown,
  kind: abstract new (...args: never[]) => Kind,
): Kind | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if (at instanceof kind) return at;
  }
  return undefined;
}
