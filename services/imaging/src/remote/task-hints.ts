import { pause } from '@easel/kernel/server/backoff';

/** A task that is polled: it may be polled at once when its provider says that it is done. */
export interface WatchedTask {
  /** Waits that long, or until a hint came since the last wait, or the signal; it never rejects. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  forget(): void;
}

/** Takes hints that a task is done to whoever polls it. */
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
