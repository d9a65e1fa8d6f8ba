import { SIGN_IN_ATTEMPTS } from '@easel/contracts/members/policy';
import type { Pool } from '@easel/kernel/database';
import { Lockout } from '@easel/kernel/lockout';
import { networkOf } from '@easel/kernel/network';
import { RATE_LIMIT_SCALE } from '@easel/kernel/rate-limit.guard';
import { Sealer } from '@easel/kernel/sealing';
import { POOL } from '@easel/kernel/tokens';
import { Inject, Injectable } from '@nestjs/common';

/** Who tries to sign in: where `device` is known to the account, it is counted and nobody else. */
export interface SignInAttempt {
  emailDigest: string;
  address: string;
  device: string | undefined;
}

/** How often a sign-in may fail, whether or not there is such an account. */
@Injectable()
export class SignInLimits {
  private readonly account: Lockout;
  private readonly browser: Lockout;
  private readonly address: Lockout;

  constructor(
    @Inject(POOL) pool: Pool,
    @Inject(RATE_LIMIT_SCALE) scale: number,
    private readonly sealer: Sealer,
  ) {
    const lockout = (name: keyof typeof SIGN_IN_ATTEMPTS): Lockout => {
      const { attempts, windowSeconds } = SIGN_IN_ATTEMPTS[name];
      return new Lockout(pool, {
        name: `sign in by ${name}`,
        attempts: Math.max(1, Math.round(attempts * scale)),
        windowSeconds,
      });
    };
    this.account = lockout('account');
    this.browser = lockout('browser');
    this.address = lockout('address');
  }

  /** Throws 429. Gives what to call when the attempt turns out a good one. */
  async attempt({ emailDigest, address, device }: SignInAttempt): Promise<() => Promise<void>> {
    if (device !== undefined) {
      const key = this.key(`${device} ${emailDigest}`);
      await this.browser.attempt(key);
      return () => this.browser.forgive(key);
    }
    const addressKey = this.key(networkOf(address));
    const accountKey = this.key(emailDigest);
    // The address first: one that is shut out can do no more harm to an account.
    await this.address.attempt(addressKey);
    await this.account.attempt(accountKey);
    return async () => {
      await Promise.all([this.address.forgive(addressKey), this.account.forgive(accountKey)]);
    };
  }

  /** Whoever reads the account's mail is its owner. */
  async open(emailDigest: string): Promise<void> {
    await this.account.open(this.key(emailDigest));
  }

  private key(text: string): string {
    return this.sealer.digest('sign in', text);
  }
}
