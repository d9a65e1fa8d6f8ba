import { IDEMPOTENCY_HEADER } from '@easel/contracts/kernel/http';
import type { Route } from '@easel/contracts/kernel/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { faultPoint } from '../server/fault-point.ts';
import { stateOf, type HttpRequest } from './http-request.ts';
import { IdempotencyKeys } from '../deciding/idempotency.ts';

/** Runs after the caller is known: a client's key replaces the request's own wherever the contract honours one. */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(private readonly keys: IdempotencyKeys) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const { route } = stateOf(request);
    const key = request.headers[IDEMPOTENCY_HEADER];
    return route?.idempotent && key !== undefined ? this.claim(route, request, key) : true;
  }

  private async claim(route: Route, request: HttpRequest, key: string | string[]): Promise<true> {
    const state = stateOf(request);
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
      throw new Refused(problems.invalid, {
        errors: [{ path: IDEMPOTENCY_HEADER, message: '1 to 200 visible characters' }],
      });
    }
    const { method, path } = route;
    // The path as called: the same key for two members' accounts is two commands.
    const [called = path, query] = request.url.split('?');
    const target = `${method} ${called}`;
    // Another query is another request, as another body is.
    const sent = query ? `${query}\n${state.rawBody}` : state.rawBody;
    await this.keys.claim(`${state.caller.kind}:${state.caller.id}`, target, key, sent);
    faultPoint('idempotency.after-claim');
    state.key = `${target} ${key}`;
    return true;
  }
}
