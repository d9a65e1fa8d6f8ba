import { setTimeout as sleep } from 'node:timers/promises';
import type { Member, People } from './people.ts';
import { until } from './until.ts';

const LOOK_EVERY_MS = 20;

/** Members who each ask for one picture after another, and look at their balance meanwhile. */
export class Load {
  /** Answers to single attempts, by status; `none` where none came. */
  readonly seen: Record<string, number> = {};
  /** From one order's answer to the next, whosever they are. */
  longestPauseMs = 0;
  private orders = 0;
  private answeredAt = performance.now();
  private stopping = false;
  private running: Promise<void>[] = [];

  private constructor(private readonly people: People) {}

  static async start(people: People, { members }: { members: number }): Promise<Load> {
    const load = new Load(people);
    const own = await Promise.all(Array.from({ length: members }, () => people.register()));
    for (const member of own) await people.grant(member, 1_000);
    load.answeredAt = performance.now();
    load.running = own.flatMap((member) => [load.order(member), load.look(member)]);
    return load;
  }

  /** Resolves when this many more orders were answered. */
  async served(more: number): Promise<void> {
    const wanted = this.orders + more;
    await until(() => this.orders >= wanted, { why: () => `(orders under load: ${JSON.stringify(this.seen)})` });
  }

  /** Lets what was asked be answered; nothing of it runs after that. */
  async stop(): Promise<this> {
    this.stopping = true;
    await Promise.all(this.running);
    return this;
  }

  private async order(member: Member): Promise<void> {
    while (!this.stopping) {
      const outcome = await this.people.order(member);
      if (outcome.kind === 'refused') return; // the month's limit: there is nothing left to ask
      this.orders += 1;
      const now = performance.now();
      this.longestPauseMs = Math.max(this.longestPauseMs, Math.round(now - this.answeredAt));
      this.answeredAt = now;
    }
  }

  private async look(member: Member): Promise<void> {
    while (!this.stopping) {
      const status = await this.people.http
        .once('GET', '/api/wallet/balance', { token: member.token, timeoutMs: 60_000 })
        .then(
          (reply) => String(reply.status),
          () => 'none',
        );
      this.seen[status] = (this.seen[status] ?? 0) + 1;
      await sleep(LOOK_EVERY_MS);
    }
  }
}
