import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import ipaddr from 'ipaddr.js';
import { AddressRefused, checkedLookup, isPublicAddress } from './public-address.ts';

/** No connection came about: nothing was sent. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | null;
  /** Ends the call, its answer included. */
  readonly signal: AbortSignal;
}

export type HttpReply = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

const CONNECT_TIMEOUT_MS = 10_000;
/** Some servers refuse a call whose program has no name. */
const IDENTITY = { 'user-agent': 'easel' };

/**
 * Calls one provider. Its base address is the operator's and may be private; any other address comes from outside and
 * must be a public one, over https. Nothing is repeated and no redirect is followed. How long an answer may take is
 * for the call's signal to say.
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
      // A connection that was kept may be closed while a call is on its way, which looks like a lost answer.
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.own = new Agent({ ...shared, connect: marked(buildConnector({ ...usual, lookup })) });
    const checked = buildConnector({ ...usual, lookup: checkedLookup(lookup, isPublicAddress) });
    this.foreign = new Agent({ ...shared, connect: marked(withLiterals(checked)) });
  }

  /** Throws NoConnection where nothing was sent, AddressRefused, or what the connection ended with. */
  async send({ method, url, headers = {}, body = null, signal }: HttpCall): Promise<HttpReply> {
    if (signal.aborted) throw new NoConnection('ended before it was sent');
    if (!this.isOwn(url) && url.protocol !== 'https:') throw new AddressRefused('the address is not one of https');
    const dispatcher = this.isOwn(url) ? this.own : this.foreign;
    return request(url, { method, headers: { ...IDENTITY, ...headers }, body, signal, dispatcher });
  }

  isOwn(url: URL): boolean {
    return url.origin === this.base.origin;
  }

  /** An address below the base address: `/v1/x` of `https://api.example/sub` is `https://api.example/sub/v1/x`. */
  below(path: string): URL {
    return new URL(`${this.base.href.replace(/\/+$/, '')}${path}`);
  }
}

/** Checks addresses that need no lookup. */
const withLiterals =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (ipaddr.isValid(host) && !isPublicAddress(host)) callback(new AddressRefused('the address is not public'), null);
    else connect(options, callback);
  };

/** Marks every failure to connect, whatever it was. */
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

/** Ends an answer whose rest is not wanted. Its stream reports that as an error, which would end the process. */
export function discard({ body }: HttpReply): void {
  body.on('error', () => undefined).destroy();
}

/** An answer has more bytes than it may have. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Throws TooLarge, or what the connection ended with before the answer was whole. */
export async function readBytes(body: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(limited(body, limitBytes)));
}

/** The chunks of an answer, until there are too many. */
export async function* limited(body: AsyncIterable<Buffer>, limitBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new TooLarge(`the answer has more than ${limitBytes} bytes`);
    yield chunk;
  }
}

/** The error of this kind that another one was caused by. */
export function causeOf<Kind extends Error>(
  error: unknown,
  kind: abstract new (...args: never[]) => Kind,
): Kind | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if (at instanceof kind) return at;
  }
  return undefined;
}
