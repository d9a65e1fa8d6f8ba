import type { Route } from '@easel/contracts/kernel/http';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Devices } from '../identity/devices.ts';
import { stateOf, type HttpRequest } from './http-request.ts';
import { networkOf } from './network.ts';
import { consume } from './network-budget.ts';
import { Sealer } from '../identity/sealing.ts';

type Limit = NonNullable<Route['limit']>;

/** In points. Browsers counted apart share one count an address, too, ten times as large: cookies can be collected. */
const CALL = 10;
const SHARED_CALL = 1;

export const RATE_LIMIT_SCALE = Symbol('rate limit scale');

/**
 * Counts calls a member; where nobody is signed in, an address, and a browser that has signed in before as well. At
 * sign-in such a browser is counted apart: its owner is not to be shut out by a neighbour who guesses passwords. The
 * address is the socket's, or what a proxy that is trusted says (TRUST_PROXY).
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

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const { route } = stateOf(request);
    return route?.limit ? this.count(route, route.limit, request) : true;
  }

  private async count(route: Route, limit: Limit, request: HttpRequest): Promise<true> {
    const { caller } = stateOf(request);
    const name = `${route.method} ${route.path}`;
    let limiter = this.limiters.get(name);
    if (!limiter) {
      const { calls, seconds } = limit;
      const points = CALL * Math.max(1, Math.round(calls * this.scale));
      limiter = new RateLimiterMemory({ points, duration: seconds });
      this.limiters.set(name, limiter);
    }
    const counted = caller.kind === 'visitor' ? this.visitor(request, limit) : [[caller.id, CALL] as const];
    for (const [key, points] of counted) await consume(limiter, key, points);
    return true;
  }

  /** As what a visitor is counted, and for how much. */
  private visitor({ ip, headers }: HttpRequest, { knownBrowsers }: Limit): (readonly [key: string, points: number])[] {
    const address = networkOf(ip);
    const device = this.devices.any(headers.cookie);
    if (device === undefined) return [[address, CALL]];
    const alone = [device, CALL] as const;
    return knownBrowsers === 'apart' ? [alone, [`known at ${address}`, SHARED_CALL]] : [[address, CALL], alone];
  }
}
