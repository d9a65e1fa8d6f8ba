import { isRefusal } from './api-error.ts';

/**
 * Gives a call that is made again, since nobody knows whether it arrived, the idempotency key that it had: it happens
 * once. An answer ends it, and so does a refusal. With `oneAtATime` another call ends it, too: who asks for something
 * else has changed his mind.
 */
export class RetryKeys {
  private readonly unanswered = new Map<string, string>();
  private readonly oneAtATime: boolean;

  constructor({ oneAtATime = false }: { oneAtATime?: boolean } = {}) {
    this.oneAtATime = oneAtATime;
  }

  /** Makes a call under its key; whatever says the same in JSON is the same call. */
  async over<T>(call: unknown, make: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const name = JSON.stringify(call);
    const key = this.unanswered.get(name) ?? crypto.randomUUID();
    if (this.oneAtATime) this.unanswered.clear();
    this.unanswered.set(name, key);
    try {
      const reply = await make(key);
      this.unanswered.delete(name);
      return reply;
    } catch (error) {
      if (isRefusal(error)) this.unanswered.delete(name);
      throw error;
    }
  }
}
