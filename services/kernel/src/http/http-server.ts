import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { formatPositions } from '@easel/contracts/kernel/client/positions';
import { POSITION_HEADER } from '@easel/contracts/kernel/http';
import { problems, Refused, type ProblemReply } from '@easel/contracts/kernel/problem';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AuthGuard } from './auth.guard.ts';
import { contentSecurityPolicyOf } from './content-security-policy.ts';
import { ContractPipe } from './contract-pipe.ts';
import { appendCookie } from './cookies.ts';
import { isCrossSite } from './cross-site.ts';
import { FileBodyGuard } from './file-body.guard.ts';
import { randomUUID } from '../server/chance.ts';
import { RequestState, stateOf, type HttpRequest } from './http-request.ts';
import { IdempotencyGuard } from './idempotency.guard.ts';
import { Metrics } from '../server/metrics.ts';
import { nestingDepth } from './nesting.ts';
import { gatherPositions } from './positions.ts';
import { ProblemFilter } from './problem.filter.ts';
import type { FastifyConfig } from './route.decorator.ts';
import { runWithContext } from '../server/request-context.ts';
import { RateLimitGuard } from './rate-limit.guard.ts';
import { isStorable } from './storable-text.ts';

export interface HttpServerOptions {
  /** Largest body in bytes of a route that does not say so itself. */
  bodyLimit?: number;
  /** A request must have arrived whole within this time: 60 seconds, for photos from slow phones. */
  requestTimeoutMs?: number;
  /** Addresses and networks of those whose X-Forwarded-For counts; nobody's where it is absent. */
  trustProxy?: string[] | undefined;
  /** Of the site, as browsers have it: its own pages may call whatever name a proxy gives to this server. */
  publicUrl?: string | undefined;
  /** The checkout's document may load Stripe's card fields. */
  usesStripeFields?: boolean;
}

const HEADERS_TIMEOUT_MS = 20_000;
const MAX_NESTING = 32;
const MAX_PARAM_LENGTH = 1000;
/**
 * The client's own copy of its positions counts for pages it loads by address; it needs to outlive the slowest
 * projector.
 */
const POSITION_COOKIE_SECONDS = 60;

/**
 * A Nest application on Fastify with everything that every server process of the house does alike. Not listening yet.
 */
export async function createHttpServer(
  module: Type | DynamicModule,
  {
    bodyLimit = 256 * 1024,
    requestTimeoutMs = 60_000,
    trustProxy,
    publicUrl,
    usesStripeFields = false,
  }: HttpServerOptions = {},
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    // Node looks for late requests this often, and only where the headers' time is no longer than the whole request's.
    http: {
      connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
    },
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    trustProxy: trustProxy ?? false,
    exposeHeadRoutes: true,
    genReqId: () => randomUUID(),
    rewriteUrl: (request: { url?: string | undefined }) => originForm(request.url ?? '/'),
    // Signed links are longer than what the router takes by itself; each contract has its own bound.
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // There is no middleware, and what would run it costs each call more than the guards do.
    skipMiddie: true,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: false,
    // What cannot be put together is thrown: by itself Nest would end the process without a word.
    abortOnError: false,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  addRequestState(fastify);
  limitBodiesByRoute(fastify);
  addJsonParser(fastify);
  leaveFilesUnread(fastify);
  readNoBodyAsEmpty(fastify);
  addSecurityHeaders(fastify, usesStripeFields);
  keepToHttps(fastify, publicUrl);
  refuseNulInAddresses(fastify);
  refuseHeadOfActs(fastify);
  refuseOtherSites(fastify, publicUrl);
  closeConnectionsAsTheyEnd(fastify);
  measure(fastify, app.get(Metrics));
  app.useGlobalFilters(app.get(ProblemFilter));
  app.useGlobalGuards(app.get(AuthGuard), app.get(RateLimitGuard), app.get(FileBodyGuard), app.get(IdempotencyGuard));
  app.useGlobalPipes(new ContractPipe());
  return app;
}

/** Returns path and query of an address in absolute form, which every server must accept (RFC 9112 §3.2.2). */
const originForm = (address: string): string => address.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/|\*$)/, '/');

const LOOK_FOR_IDLE_MS = 50;

/**
 * Whoever was answered while the server drained keeps the connection open for a next call, for more than a minute if
 * we wait for it: the framework closes only those that were idle at the drain's beginning.
 */
function closeConnectionsAsTheyEnd(fastify: FastifyInstance): void {
  fastify.addHook('preClose', (done) => {
    const looking = setInterval(() => fastify.server.closeIdleConnections(), LOOK_FOR_IDLE_MS);
    fastify.server.once('close', () => clearInterval(looking));
    done();
  });
}

const REFUSAL_SENT_WITHIN_MS = 5_000;

/** For bytes that never became a request: late, too long, or no HTTP. */
function refuseConnection(error: Error & { code: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? problems.slow
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? problems.tooLarge
        : problems.malformed;
  const { status, code, message } = problem;
  const body = JSON.stringify({ success: false, message, code, requestId: randomUUID() } satisfies ProblemReply);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Not half closed: a peer that never closes its own half, or reads nothing, would keep the descriptor for ever.
  socket.destroySoon();
  setTimeout(() => socket.destroy(), REFUSAL_SENT_WITHIN_MS).unref();
}

/** Gives every request its state, and every reply its ids and the positions of what was appended on the way. */
function addRequestState(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request: HttpRequest, reply, done) => {
    const sent = request.headers['x-correlation-id'];
    const state = new RequestState(
      request.id,
      typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : request.id,
    );
    request.easel = state;
    void reply.header('x-request-id', request.id);
    done();
  });
  // The body has arrived by now: from here on nothing leaves the asynchronous context.
  fastify.addHook('preHandler', (request: HttpRequest, _reply, done) => {
    const { requestId, correlationId, positions } = stateOf(request);
    runWithContext({ requestId, correlationId }, () => gatherPositions(positions, done));
  });
  fastify.addHook('onSend', (request: HttpRequest, reply, payload, done) => {
    const positions = request.easel?.positions;
    if (positions && positions.size > 0) {
      const text = formatPositions(positions);
      void reply.header(POSITION_HEADER, text);
      appendCookie(reply, {
        name: 'easel_position',
        value: text,
        maxAge: POSITION_COOKIE_SECONDS,
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
      });
    }
    done(null, payload);
  });
}

/** Takes bodies of a route up to what its contract says. */
function limitBodiesByRoute(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyBytes } = (route.config ?? {}) as Partial<FastifyConfig>;
    if (bodyBytes !== undefined) route.bodyLimit = bodyBytes;
  });
}

function measure(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    metrics.httpSeconds.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

/** JSON is the only body that is read: everything else is 415, and JSON nested without end is refused unread. */
function addJsonParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const json = ['application/json', 'application/cloudevents+json'];
  fastify.addContentTypeParser(json, { parseAs: 'string' }, (request: HttpRequest, body, done) => {
    const text = String(body);
    stateOf(request).rawBody = text;
    if (text.trim() === '') return done(null, {});
    if (nestingDepth(text) > MAX_NESTING) return done(new Refused(problems.malformed));
    try {
      const parsed: unknown = JSON.parse(text);
      if (isStorable(text, parsed)) done(null, parsed);
      else done(new Refused(problems.invalid, { message: UNSTORABLE }));
    } catch {
      done(new Refused(problems.malformed));
    }
  });
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  fastify.addContentTypeParser(forms, { parseAs: 'string' }, (request: HttpRequest, _body, done) => {
    const { form } = request.routeOptions.config as Partial<FastifyConfig>;
    if (form) done(null, {});
    else done(new Refused(problems.unsupportedType));
  });
}

const FILE_TYPE = 'application/octet-stream';

/** Passes a file on unread, whatever its sender calls it: FileBodyGuard reads it once the caller is known. */
function leaveFilesUnread(fastify: FastifyInstance): void {
  const isFile = (request: FastifyRequest): boolean =>
    (request.routeOptions.config as Partial<FastifyConfig>).file === true;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (isFile(request)) request.headers['content-type'] = FILE_TYPE;
    done();
  });
  fastify.addContentTypeParser(FILE_TYPE, (request, body, done) => {
    if (isFile(request)) done(null, body);
    else done(new Refused(problems.unsupportedType));
  });
}

/** Reads a call without a body as one without fields, so that each missing field is told by its own sentence. */
function readNoBodyAsEmpty(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    request.body ??= {};
    done();
  });
}

/** No address means anything by one, and the database would choke on it. */
function refuseNulInAddresses(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? new Refused(problems.invalid, { message: UNSTORABLE }) : undefined);
  });
}

/**
 * A page of another site has no call here that changes anything: the browser would send what it keeps of ours along. A
 * form says by its address what is meant, and by whom, and no cookie counts: mail services send it in a click.
 */
function refuseOtherSites(fastify: FastifyInstance, publicUrl: string | undefined): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { form } = request.routeOptions.config as Partial<FastifyConfig>;
    const isRefused = !READING.has(request.method) && !form && isCrossSite(request, publicUrl);
    done(isRefused ? new Refused(problems.crossSite) : undefined);
  });
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** HEAD answers like GET where that only reads. A link that does something when it is opened does nothing for HEAD. */
function refuseHeadOfActs(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ method, routeOptions }, _reply, done) => {
    const { acts } = routeOptions.config as Partial<FastifyConfig>;
    done(method === 'HEAD' && acts ? new Refused(problems.notFound) : undefined);
  });
}

const UNSTORABLE = 'Text may not contain NUL or broken characters';

function addSecurityHeaders(fastify: FastifyInstance, usesStripeFields: boolean): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers({
      'content-security-policy': contentSecurityPolicyOf(request.url, usesStripeFields),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      // The default; routes whose replies may be cached set their own.
      'cache-control': 'no-store',
    });
    done();
  });
}

const HSTS_SECONDS = 31_536_000;

/** Sends HSTS and marks cookies Secure when the site is served over https, directly or through a trusted proxy. */
function keepToHttps(fastify: FastifyInstance, publicUrl: string | undefined): void {
  const isHttps = (request: FastifyRequest): boolean =>
    publicUrl?.startsWith('https:') === true || request.protocol === 'https';
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isHttps(request)) void reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}`);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const cookies = reply.getHeader('set-cookie');
    if (cookies !== undefined && isHttps(request)) {
      // Fastify appends to this header instead of replacing it.
      void reply.removeHeader('set-cookie');
      for (const cookie of [cookies].flat()) void reply.header('set-cookie', `${cookie}; Secure`);
    }
    done(null, payload);
  });
}
