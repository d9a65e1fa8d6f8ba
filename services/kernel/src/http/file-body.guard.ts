import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { stateOf, type HttpRequest } from './http-request.ts';

/** Files in memory at the same time, so many of one caller among them; more are asked to come again. */
const MOST_AT_ONCE = 8;
const MOST_OF_ONE_CALLER = 3;
const RETRY_AFTER_SECONDS = 2;

/**
 * Reads the body of a route that takes a file, up to its bound: after the caller and the pace of calls were checked, so
 * that nothing is kept of what is refused anyway. The rest of a file that is too large is read and dropped, so that its
 * sender reads the reply.
 */
@Injectable()
export class FileBodyGuard implements CanActivate {
  private readonly held = new Map<string, number>();

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const state = stateOf(request);
    const { route, caller } = state;
    if (!route?.file) return true;
    const tooLarge = route.errors?.find(({ status }) => status === problems.tooLarge.status) ?? problems.tooLarge;
    const mostBytes = route.bodyBytes ?? 0;
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw new Refused(tooLarge);
    this.hold(caller.id, http.getResponse<FastifyReply>());
    const bytes = request.body instanceof Readable ? await readWithin(request.body, mostBytes) : Buffer.alloc(0);
    if (!bytes) throw new Refused(tooLarge);
    request.body = bytes;
    state.rawBody = createHash('sha256').update(bytes).digest('hex');
    return true;
  }

  /** Throws 503 where there is no room for another; it is held until the reply is sent. */
  private hold(caller: string, reply: FastifyReply): void {
    const own = this.held.get(caller) ?? 0;
    const all = [...this.held.values()].reduce((sum, count) => sum + count, 0);
    if (own >= MOST_OF_ONE_CALLER || all >= MOST_AT_ONCE) {
      throw new Refused(problems.unavailable, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.held.set(caller, own + 1);
    reply.raw.once('close', () => {
      const left = (this.held.get(caller) ?? 1) - 1;
      if (left > 0) this.held.set(caller, left);
      else this.held.delete(caller);
    });
  }
}

/** The bytes of a stream, undefined where there are more than that. */
async function readWithin(source: Readable, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) break;
      chunks.push(chunk);
    }
  } catch {
    // The connection ended before the file did.
    throw new Refused(problems.slow);
  }
  if (bytes <= mostBytes) return Buffer.concat(chunks, bytes);
  source.resume();
  return undefined;
}
