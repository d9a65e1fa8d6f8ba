import { OPERATOR_SIGN_IN_ATTEMPTS } from '@easel/contracts/operators/policy';
import type { Pool } from '@easel/kernel/database/database';
import { RATE_LIMIT_SCALE } from '@easel/kernel/http/rate-limit.guard';
import { Sealer } from '@easel/kernel/identity/sealing';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { SignInLockouts } from '../sign-in-lockouts.ts';

/** How often an operator's sign-in may fail. */
@Injectable()
export class OperatorSignInLimits extends SignInLockouts {
  constructor(@Inject(POOL) pool: Pool, @Inject(RATE_LIMIT_SCALE) scale: number, sealer: Sealer) {
    super(pool, scale, sealer, 'operator sign in', OPERATOR_SIGN_IN_ATTEMPTS);
  }
}
