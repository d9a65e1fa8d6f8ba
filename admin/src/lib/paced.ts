export interface Paced {
  /** Has it run soon, once for however many asked meanwhile. */
  ask(): void;
  /** It runs no more; what is under way sees its signal aborted. */
  end(): void;
}

/** Runs one at a time, and no sooner than so long after the last began. A run that fails is made up for by the next. */
export function paced(run: (ended: AbortSignal) => Promise<void>, pauseMs: number): Paced {
  const ended = new AbortController();
  let asked = false;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function turn(): Promise<void> {
    asked = false;
    isBusy = true;
    const rested = new Promise((resolve) => {
      timer = setTimeout(resolve, pauseMs);
    });
    await run(ended.signal).catch(() => undefined);
    await rested;
    isBusy = false;
    if (asked && !ended.signal.aborted) await turn();
  }

  return {
    ask() {
      asked = true;
      if (!isBusy && !ended.signal.aborted) void turn();
    },
    end() {
      ended.abort();
      clearTimeout(timer);
    },
  };
}
