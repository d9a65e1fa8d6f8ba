import type { Pool } from '@easel/kernel/database/database';
import { Lockout } from '@easel/kernel/identity/lockout';
import { networkOf } from '@easel/kernel/http/network';
import type { Sealer } from '@easel/kernel/identity/sealing';

/** Who tries to sign in: where `device` is known to the account, it is counted and nobody else. */
export interface SignInAttempt {
  emailDigest: string;
  address: string;
  device: string | undefined;
}

type Counted = 'account' | 'browser' | 'address';
export type Allowed = Readonly<Record<Counted, { attempts: number; windowSeconds: number }>>;

/** How often a sign-in of one kind may fail, whether or not there is such an account. */
export class SignInLockouts {
  private readonly account: Lockout;
  private readonly browser: Lockout;
  private readonly address: Lockout;

  /** `kind` keeps the counts of one kind of account from another's. */
  constructor(
    pool: Pool,
    scale: number,
    private readonly sealer: Sealer,
    private readonly kind: string,
    allowed: Allowed,
  ) {
    const lockout = (counted: Counted): Lockout => {
      const { attempts, windowSeconds } = allowed[counted];
      return new Lockout(pool, {
        name: `${kind} by ${counted}`,
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
    return this.sealer.digest(this.kind, text);
  }
}
