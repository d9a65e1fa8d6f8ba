import type { MemoryPool } from '@easel/kernel/testing/twins/memory-database';
import type { MemberRoll } from '../../members/member-roll.lookup.ts';

const MEMBERS = 'credentials';

/** All members in a database in memory: whoever registers them there says so. */
export class MemoryMemberRoll implements Pick<MemberRoll, 'after'> {
  constructor(private readonly pool: MemoryPool) {}

  add(memberId: string): Promise<void> {
    return this.pool.statement('members.add', undefined, (tx) => tx.rows(MEMBERS).put(memberId, {}));
  }

  strike(memberId: string): Promise<void> {
    return this.pool.statement('members.strike', undefined, (tx) => tx.rows(MEMBERS).delete(memberId));
  }

  after(memberId: string | null, limit: number): Promise<string[]> {
    return this.pool.statement('members.after', undefined, (tx) =>
      tx
        .rows(MEMBERS)
        .all()
        .map(([id]) => id)
        .filter((id) => memberId === null || id > memberId)
        .slice(0, limit),
    );
  }
}
