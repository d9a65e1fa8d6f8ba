import type { Pool } from '@easel/kernel/database/database';
import { Sealer } from '@easel/kernel/identity/sealing';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { Credentials } from './credentials.tables.ts';

/** Read-only door to all members, for what goes over each of them. */
@Injectable()
export class MemberRoll {
  private readonly credentials: Credentials;

  constructor(@Inject(BACKGROUND_POOL) pool: Pool, sealer: Sealer) {
    this.credentials = new Credentials(pool, sealer);
  }

  /** The next so many, in the order of their ids; from the first where `after` is null. */
  after(memberId: string | null, limit: number): Promise<string[]> {
    return this.credentials.idsAfter(memberId, limit);
  }
}
