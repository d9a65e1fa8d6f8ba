import type { Route } from '@easel/contracts/kernel/http';
import type { FastifyRequest } from 'fastify';
import { actorOf, visitor, type Caller } from './caller.ts';
import { randomUUID } from '../server/chance.ts';
import type { CommandContext } from '../deciding/decider-runner.ts';

/** What the kernel keeps about one request while it runs. */
export class RequestState {
  caller: Caller = visitor;
  route: Route | undefined;
  private ownKey: string | undefined;
  /** The body as it came, for the digest that binds a key to it. */
  rawBody = '';
  /** What was appended on the way. */
  readonly positions = new Map<string, bigint>();

  constructor(
    readonly requestId: string,
    readonly correlationId: string,
  ) {}

  /** The client's Idempotency-Key, once it was claimed for this body; else one of its own. */
  get key(): string {
    return (this.ownKey ??= randomUUID());
  }

  set key(claimed: string) {
    this.ownKey = claimed;
  }

  issued(): CommandContext {
    const { kind, id } = this.caller;
    const route = `${this.route?.method} ${this.route?.path}`;
    return {
      key: `${kind}:${id} ${route} ${this.key}`,
      actor: actorOf(this.caller),
      correlationId: this.correlationId,
      requestId: this.requestId,
      ...(this.route && { route }),
    };
  }
}

export type HttpRequest = FastifyRequest & { easel?: RequestState };

export function stateOf(request: HttpRequest): RequestState {
  if (!request.easel) throw new Error('the request came past the kernel');
  return request.easel;
}
