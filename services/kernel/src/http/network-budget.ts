import { problems, Refused } from '@easel/contracts/kernel/problem';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './network.ts';

/** Takes points from a limiter. Throws 429 with the seconds to wait where they are used up. */
export async function consume(limiter: RateLimiterMemory, key: string, points: number): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (exhausted) {
    if (!(exhausted instanceof RateLimiterRes)) throw exhausted;
    throw new Refused(problems.tooMany, { retryAfterSeconds: Math.ceil(exhausted.msBeforeNext / 1000) });
  }
}

/** Gives each address, and each /64 of IPv6, its own points for a while: one that uses them up takes nobody else's. */
export class NetworkBudget {
  private readonly limiter: RateLimiterMemory;

  constructor(options: { points: number; seconds: number }) {
    this.limiter = new RateLimiterMemory({ points: options.points, duration: options.seconds });
  }

  /** Throws 429 with the seconds to wait where the address has too few points left. */
  spend(address: string, points: number): Promise<void> {
    return consume(this.limiter, networkOf(address), points);
  }
}
