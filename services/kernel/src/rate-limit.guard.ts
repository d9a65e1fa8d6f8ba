import { problems, Refused } from '@easel/contracts/kernel/problem';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Devices } from './devices.ts';
import { stateOf, type HttpRequest } from './http-request.ts';
import { networkOf } from './network.ts';
import { Sealer } from './sealing.ts';

export const RATE_LIMIT_SCALE = Symbol('rate limit scale');

/**
 * Counts calls a member; where nobody is signed in, a browser that has signed in before, so that it is not shut out
 * with a noisy neighbour; else an address. The address is the socket's: headers can be spoofed.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limiters = new Map<string, RateLimiterMemory>();

  private readonly devices: Devices;

  constructor(
    @Inject(RATE_LIMIT_SCALE) private readonly scale: number,
    sealer: Sealer,
  ) {
    this.devices = new Devices(sealer);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const { route, caller } = stateOf(request);
    if (!route?.limit) return true;
    const name = `${route.method} ${route.path}`;
    let limiter = this.limiters.get(name);
    if (!limiter) {
      const { calls, seconds } = route.limit;
      limiter = new RateLimiterMemory({ points: Math.max(1, Math.round(calls * this.scale)), duration: seconds });
      this.limiters.set(name, limiter);
    }
    try {
      await limiter.consume(caller.kind === 'visitor' ? this.visitorOf(request) : caller.id);
      return true;
    } catch (exhausted) {
      if (!(exhausted instanceof RateLimiterRes)) throw exhausted;
      throw new Refused(problems.tooMany, { retryAfterSeconds: Math.ceil(exhausted.msBeforeNext / 1000) });
    }
  }

  private visitorOf(request: HttpRequest): string {
    return this.devices.any(request.headers.cookie) ?? networkOf(request.ip);
  }
}
