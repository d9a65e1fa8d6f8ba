import { createHmac } from 'node:crypto';
import { timeLimit } from '@easel/kernel/server/backoff';
import { randomUUID } from '@easel/kernel/server/chance';
import type { Ledger } from './ledger.ts';

const TIMEOUT_MS = 10_000;

/** Signs and sends Mystic's webhooks. They are not retried. */
export class Webhooks {
  readonly #secret: string;
  readonly #ledger: Ledger;
  readonly #closing = new AbortController();

  constructor(secret: string, ledger: Ledger) {
    this.#secret = secret;
    this.#ledger = ledger;
  }

  /**
   * Sends a webhook: `forged` with a wrong signature, `times` times with the same id. Returns the statuses; null means
   * no answer.
   */
  async send(url: string, body: object, { forged = false, times = 1 } = {}): Promise<(number | null)[]> {
    const payload = JSON.stringify(body);
    const id = `msg_${randomUUID()}`;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const secret = forged ? `not ${this.#secret}` : this.#secret;
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${payload}`).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    const statuses: (number | null)[] = [];
    for (let sent = 0; sent < times; sent += 1) statuses.push(await this.#post(url, headers, payload));
    return statuses;
  }

  close(): void {
    this.#closing.abort();
  }

  async #post(url: string, headers: Record<string, string>, body: string): Promise<number | null> {
    this.#ledger.count('mystic', 'webhooks');
    try {
      const signal = AbortSignal.any([timeLimit(TIMEOUT_MS), this.#closing.signal]);
      const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await reply.body?.cancel();
      return reply.status;
    } catch {
      return null;
    }
  }
}
