import { problems, Refused, type Problem, type ProblemReply } from '@easel/contracts/kernel/problem';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { BlobStoreFull } from '../files/blob-store.ts';
import { isUnavailable } from '../database/database.ts';
import { isLogAway } from '../log/event-log.errors.ts';
import type { HttpRequest } from './http-request.ts';
import { LOGGER } from '../server/tokens.ts';

const RETRY_AFTER_SECONDS = 2;

/** The one place where errors become replies, all of one shape. What nobody foresaw is a 500 that tells only its id. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<HttpRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.raw.destroyed && hasLeft(error)) return;
    const refused = toRefused(error);
    const { status, code, message } = refused.problem;
    const requestId = request.easel?.requestId ?? request.id;
    // What the code itself refuses for the moment is no fault.
    const level = error instanceof Refused ? 'warn' : 'error';
    if (status >= 500) this.logger[level]({ err: error, requestId, path: request.routeOptions.url }, message);
    if (reply.sent) return;

    const { retryAfterSeconds = RETRY_AFTER_SECONDS, ...extra } = refused.extra;
    if (status === 429 || status === 503) void reply.header('retry-after', String(retryAfterSeconds));
    if (status === 401) void reply.header('www-authenticate', 'Bearer');
    const body: ProblemReply = { success: false, message, code, ...extra, requestId };
    void reply
      .status(status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(JSON.stringify(body));
  }
}

/** Whether a body ended early because its reader closed the connection before the first byte. */
const hasLeft = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Statuses that Fastify and Nest give to requests no handler has seen. */
const byStatus: Readonly<Record<number, Problem>> = {
  400: problems.malformed,
  404: problems.notFound,
  405: problems.notFound,
  408: problems.slow,
  413: problems.tooLarge,
  414: problems.tooLarge,
  415: problems.unsupportedType,
  431: problems.tooLarge,
};

function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof BlobStoreFull) return new Refused(problems.diskFull);
  if (isLogAway(error) || isUnavailable(error)) return new Refused(problems.unavailable);
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  return new Refused(byStatus[status] ?? problems.unexpected);
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
