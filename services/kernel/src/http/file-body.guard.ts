import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Route } from '@easel/contracts/kernel/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { stateOf, type HttpRequest } from './http-request.ts';

/**
 * Bytes of files in memory, and files of one caller; what exceeds them is to be sent again later. Bytes count instead
 * of files, so that files which trickle in do not keep out others.
 */
const MOST_BYTES = 80 * 1024 * 1024;
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
  private bytes = 0;

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const { route } = stateOf(request);
    return route?.file ? this.read(route, request, http.getResponse<FastifyReply>()) : true;
  }

  private async read(route: Route, request: HttpRequest, reply: FastifyReply): Promise<true> {
    const state = stateOf(request);
    const tooLarge = route.errors?.find(({ status }) => status === problems.tooLarge.status) ?? problems.tooLarge;
    const mostBytes = route.bodyBytes ?? 0;
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw new Refused(tooLarge);
    const grow = this.hold(state.caller.id, reply);
    const bytes = request.body instanceof Readable ? await readWithin(request.body, mostBytes, grow) : Buffer.alloc(0);
    if (!bytes) throw new Refused(tooLarge);
    request.body = bytes;
    state.rawBody = createHash('sha256').update(bytes).digest('hex');
    return true;
  }

  /**
   * Counts a file of the caller until the reply is sent. Returns what counts its bytes as they arrive. Both throw 503
   * when there is no room.
   */
  private hold(caller: string, reply: FastifyReply): (bytes: number) => void {
    const own = this.held.get(caller) ?? 0;
    if (own >= MOST_OF_ONE_CALLER) throw noRoom();
    this.held.set(caller, own + 1);
    let counted = 0;
    let isOver = false;
    reply.raw.once('close', () => {
      this.bytes -= counted;
      isOver = true;
      const left = (this.held.get(caller) ?? 1) - 1;
      if (left > 0) this.held.set(caller, left);
      else this.held.delete(caller);
    });
    return (bytes) => {
      // Parts that arrive after the connection was lost would never be given back.
      if (isOver || this.bytes + bytes > MOST_BYTES) throw noRoom();
      this.bytes += bytes;
      counted += bytes;
    };
  }
}

const noRoom = (): Refused => new Refused(problems.unavailable, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** The bytes of a stream, undefined where there are more than that. `grow` hears of each part and may refuse it. */
async function readWithin(
  source: Readable,
  mostBytes: number,
  grow: (bytes: number) => void,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) break;
      grow(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refused) {
      source.resume();
      throw error;
    }
    // The connection ended before the file did.
    throw new Refused(problems.slow);
  }
  if (bytes <= mostBytes) return Buffer.concat(chunks, bytes);
  source.resume();
  return undefined;
}
