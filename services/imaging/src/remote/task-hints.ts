import { pause } from '@easel/kernel/server/backoff';

/** A polled task. A hint ends its current pause. */
export interface WatchedTask {
  /** Waits for `ms`, a hint since the last pause, or the signal. Never rejects. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  forget(): void;
}

/** Passes webhook hints to the poller of the task. */
export class TaskHints {
  private readonly watched = new Map<string, { hint: AbortController }>();

  hear(provider: string, taskId: string): void {
    this.watched.get(keyOf(provider, taskId))?.hint.abort();
  }

  watch(provider: string, taskId: string): WatchedTask {
    const key = keyOf(provider, taskId);
    const task = { hint: new AbortController() };
    this.watched.set(key, task);
    return {
      pause: async (ms, signal) => {
        await pause(ms, AbortSignal.any([signal, task.hint.signal]));
        task.hint = new AbortController();
      },
      forget: () => {
        if (this.watched.get(key) === task) this.watched.delete(key);
      },
    };
  }
}

const keyOf = (provider: string, taskId: string): string => `${provider} ${taskId}`;
