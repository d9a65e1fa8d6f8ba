import type { ProcessBook, TimerRow, TimerRows } from '@easel/kernel/following/process-book';

/**
 * Remembers which timers of a process come next until one of them is written: at each leap of the clock every process
 * asks, and seldom has anything changed. Correct only where no other process writes timers.
 */
export function withCachedTimers<Tx extends object>(book: ProcessBook<Tx>): ProcessBook<Tx> {
  const next = new Map<string, Promise<readonly TimerRow[]>>();
  /** Processes whose timers an open transaction has written: its rows are seen only after the commit. */
  const written = new WeakMap<Tx, Set<string>>();
  const note = (process: string, tx: Tx): void => {
    next.delete(process);
    written.get(tx)?.add(process);
  };
  const forgetAfter = async <T>(process: string, work: Promise<T>): Promise<T> => {
    next.delete(process);
    return work.finally(() => next.delete(process));
  };
  const timers: TimerRows<Tx> = {
    cancel: (process, keys, tx) => {
      note(process, tx);
      return book.timers.cancel(process, keys, tx);
    },
    schedule: (process, rows, tx) => {
      note(process, tx);
      return book.timers.schedule(process, rows, tx);
    },
    next: async (process, most, except) => {
      if (except.length > 0) return book.timers.next(process, most, except);
      const known = next.get(process) ?? book.timers.next(process, most, except);
      next.set(process, known);
      try {
        return (await known).slice(0, most);
      } catch (error) {
        if (next.get(process) === known) next.delete(process);
        throw error;
      }
    },
    done: (process, timer) => forgetAfter(process, book.timers.done(process, timer)),
    again: (process, timer, at, tries) => forgetAfter(process, book.timers.again(process, timer, at, tries)),
  };
  return {
    locks: book.locks,
    checkpoints: book.checkpoints,
    parked: book.parked,
    timers,
    inTransaction: async (work) => {
      const processes = new Set<string>();
      try {
        return await book.inTransaction((tx) => {
          written.set(tx, processes);
          return work(tx);
        });
      } finally {
        for (const process of processes) next.delete(process);
      }
    },
  };
}
