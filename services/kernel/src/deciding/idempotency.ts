import { problems, Refused } from '@easel/contracts/kernel/problem';
import { REQUEST_PATIENCE_MS } from '../database/database.ts';
import { gathered } from '../database/gathered.ts';
import type { Sealer } from '../identity/sealing.ts';

const KEPT_MS = 7 * 24 * 3_600_000;

export interface Claim {
  actor: string;
  route: string;
  key: string;
  digest: Buffer;
}

export interface ClaimedKeys {
  /** The digests that the keys are bound to, each by whoever came first: from before, or from now on. */
  bind(claims: readonly Claim[], at: Date): Promise<readonly Buffer[]>;
  forget(before: Date): Promise<void>;
}

/**
 * Binds an Idempotency-Key to the body it first came with. What the command did is not kept here: the key names the
 * command's facts, and a repeat is answered from them.
 */
export class IdempotencyKeys {
  private readonly claimOne: (claim: Claim) => Promise<Buffer>;

  constructor(
    private readonly claimed: ClaimedKeys,
    private readonly sealer: Sealer,
  ) {
    this.claimOne = gathered((claims) => this.claimed.bind(claims, new Date()), {
      patienceMs: REQUEST_PATIENCE_MS,
    });
  }

  /** Throws 422 where the key was used with another body. */
  async claim(actor: string, route: string, key: string, rawBody: string): Promise<void> {
    // Keyed, since a body may hold a password.
    const digest = Buffer.from(this.sealer.digest('idempotency', rawBody), 'hex');
    const bound = await this.claimOne({ actor, route, key, digest });
    if (!bound.equals(digest)) throw new Refused(problems.keyReused);
  }

  async sweep(): Promise<void> {
    await this.claimed.forget(new Date(Date.now() - KEPT_MS));
  }
}
