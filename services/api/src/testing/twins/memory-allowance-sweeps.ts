import type { MemoryPool } from '@easel/kernel/testing/twins/memory-database';
import type { AllowanceSweeps, Sweep } from '../../account/allowance-sweeps.ts';

interface Row extends Sweep {
  opened: number;
}

const SWEEPS = 'allowance_sweeps';
const LEFT = 'allowances_left';

/** Sweeps in a database in memory, whose clock is the process's. */
export class MemoryAllowanceSweeps implements AllowanceSweeps {
  constructor(private readonly pool: MemoryPool) {}

  clock(): Promise<Date> {
    return this.pool.statement('sweeps.clock', undefined, () => new Date());
  }

  begin(month: string): Promise<Sweep | undefined> {
    return this.pool.statement('sweeps.begin', undefined, async (tx) => {
      const sweeps = tx.rows<Row>(SWEEPS);
      const row = (await sweeps.locked(month)) ?? { reached: null, finished: false, opened: 0 };
      await sweeps.put(month, row);
      const latest = sweeps.all().at(-1)?.[0];
      return latest === month ? { reached: row.reached, finished: row.finished } : undefined;
    });
  }

  advance(month: string, reached: string, opened: number): Promise<void> {
    return this.pool.statement('sweeps.advance', undefined, async (tx) => {
      const sweeps = tx.rows<Row>(SWEEPS);
      const row = await sweeps.locked(month);
      if (row) await sweeps.put(month, { ...row, reached, opened: row.opened + opened });
    });
  }

  finish(month: string): Promise<number> {
    return this.pool.statement('sweeps.finish', undefined, async (tx) => {
      const sweeps = tx.rows<Row>(SWEEPS);
      const row = await sweeps.locked(month);
      if (!row) return Number.NaN;
      await sweeps.put(month, { ...row, finished: true });
      return row.opened;
    });
  }

  leave(memberId: string): Promise<void> {
    return this.pool.statement('sweeps.leave', undefined, (tx) => tx.rows(LEFT).put(memberId, {}));
  }

  left(after: string | null, limit: number): Promise<string[]> {
    return this.pool.statement('sweeps.left', undefined, (tx) =>
      tx
        .rows(LEFT)
        .all()
        .map(([memberId]) => memberId)
        .filter((memberId) => after === null || memberId > after)
        .slice(0, limit),
    );
  }

  settle(memberId: string): Promise<void> {
    return this.pool.statement('sweeps.settle', undefined, (tx) => tx.rows(LEFT).delete(memberId));
  }
}
