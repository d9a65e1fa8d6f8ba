import type { DerivedFile } from '../../files/derived-files.ts';
import type { DerivedRow, DerivedRows, DerivedState, DerivedRequest } from '../../files/derived-rows.ts';
import type { MemoryPool, MemoryTransaction } from './memory-database.ts';

const ASKED_MS = 86_400_000;

interface Row extends Omit<DerivedRow, 'stale'> {
  request: DerivedRequest;
  askedAt: number;
  /** Until when what failed is not tried again. */
  heldUntil: number;
}

/** What is asked of whoever makes files, in a database in memory; a run that makes them says so here. */
export class MemoryDerivedRows implements DerivedRows {
  constructor(private readonly pool: MemoryPool) {}

  find(keys: readonly string[]): Promise<(DerivedRow | undefined)[]> {
    return this.pool.statement('derived.find', undefined, (tx) =>
      keys.map((key) => {
        const row = rowsIn(tx).get(key);
        if (!row) return undefined;
        const { state, failure, blob, bytes, askedAt } = row;
        return { key, state, failure, blob, bytes, stale: askedAt < Date.now() - ASKED_MS };
      }),
    );
  }

  ask(key: string, request: DerivedRequest): Promise<DerivedState> {
    return this.pool.statement('derived.ask', undefined, async (tx) => {
      const now = Date.now();
      const wanted: Row = {
        key,
        request,
        state: 'wanted',
        failure: null,
        blob: null,
        bytes: null,
        askedAt: now,
        heldUntil: 0,
      };
      const before = await rowsIn(tx).locked(key);
      const isOver = !before || (before.state === 'failed' && before.heldUntil < now);
      await rowsIn(tx).put(key, isOver ? wanted : { ...before, askedAt: now });
      return isOver ? 'wanted' : before.state;
    });
  }

  touch(key: string, blob: string): Promise<boolean> {
    return this.change('derived.touch', key, blob, (row) => ({ ...row, askedAt: Date.now() }));
  }

  async unmake(key: string, blob: string): Promise<void> {
    await this.change('derived.unmake', key, blob, (row) => ({ ...row, state: 'wanted', blob: null, bytes: null }));
  }

  /** The requests that wait, in the order of their keys. */
  wanted(): Promise<(DerivedRequest & { key: string })[]> {
    return this.pool.statement('derived.wanted', undefined, (tx) =>
      rowsIn(tx)
        .all()
        .flatMap(([key, { state, request }]) => (state === 'wanted' ? [{ ...request, key }] : [])),
    );
  }

  async made(key: string, { blob, bytes }: DerivedFile): Promise<void> {
    await this.change('derived.made', key, null, (row) => ({ ...row, state: 'made', failure: null, blob, bytes }));
  }

  /** `heldMs`: how long it is not tried again. */
  async failed(key: string, failure: 'no_room' | 'failed', heldMs: number): Promise<void> {
    const heldUntil = Date.now() + heldMs;
    await this.change('derived.failed', key, null, (row) => ({ ...row, state: 'failed', failure, heldUntil }));
  }

  /** False where the row is not there, or has another file than this. */
  private change(what: string, key: string, blob: string | null, to: (row: Row) => Row): Promise<boolean> {
    return this.pool.statement(what, undefined, async (tx) => {
      const row = await rowsIn(tx).locked(key);
      if (row?.blob !== blob) return false;
      await rowsIn(tx).put(key, to(row));
      return true;
    });
  }
}

const rowsIn = (tx: MemoryTransaction) => tx.rows<Row>('derived_files');
