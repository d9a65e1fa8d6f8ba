import { problems, Refused } from '@easel/contracts/kernel/problem';
import { memberStream } from '@easel/contracts/members/stream';
import { DeciderRunner, newFacts, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { withTransaction, type Pool, type PoolClient } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { Outbox, OutboxOccupied } from '@easel/kernel/log/outbox';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { Credentials, type CredentialRow } from './credentials.tables.ts';
import { member, type MemberCommand } from './member.decider.ts';

const ATTEMPTS = 10;

/** Somebody else changed the row first: nothing was written. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

interface Steps {
  check?: (row: CredentialRow) => Promise<void>;
  write: (client: PoolClient, row: CredentialRow) => Promise<void>;
}

/**
 * Moves a member's credentials and the fact that tells of it together: the row first, the fact after it, come what may.
 */
@Injectable()
export class MemberChanges {
  private readonly turns = new Map<string, Promise<void>>();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: EventLog,
    private readonly outbox: Outbox,
    private readonly runner: DeciderRunner,
    private readonly credentials: Credentials,
  ) {}

  /**
   * `check` may refuse, by the row as it stands; `write` runs in the transaction that moves it. Both may be asked
   * again. What changes nothing writes nothing.
   */
  change(memberId: string, command: MemberCommand, context: CommandContext, steps: Steps): Promise<void> {
    return this.inTurn(memberId, () => this.attempt(memberId, command, context, steps));
  }

  /** One member's changes do not overtake each other in this process; between processes the row's version decides. */
  private inTurn(memberId: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.turns.get(memberId) ?? Promise.resolve()).then(work);
    const tail = turn
      .catch(() => undefined)
      .then(() => {
        if (this.turns.get(memberId) === tail) this.turns.delete(memberId);
      });
    this.turns.set(memberId, tail);
    return turn;
  }

  private async attempt(
    memberId: string,
    command: MemberCommand,
    context: CommandContext,
    { check, write }: Steps,
  ): Promise<void> {
    const stream = memberStream.nameOf(memberId);
    const decidedFor = { ...context, actor: { kind: 'member', id: memberId } } as const;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // What a crash or another call has left in the way is finished first.
      await this.outbox.deliver(stream);
      const row = await this.credentials.of(memberId);
      if (!row) throw new Refused(problems.sessionExpired);
      await check?.(row);
      const { state, revision } = await this.runner.fold(stream, member);
      const decided = member.decide(command, state);
      if (decided.length === 0) return;
      // Before the transaction: to seal takes a connection of its own.
      const facts = await this.log.encode(stream, newFacts(stream, decided, decidedFor));
      try {
        await withTransaction(this.pool, async (client) => {
          if (!(await this.credentials.take(client, memberId, row.version))) throw new Overtaken();
          await write(client, row);
          await this.outbox.enqueue(client, stream, facts, revision);
        });
      } catch (error) {
        if (error instanceof Overtaken || error instanceof OutboxOccupied) continue;
        throw error;
      }
      await this.outbox.deliver(stream);
      return;
    }
    throw new Refused(problems.unavailable);
  }
}
