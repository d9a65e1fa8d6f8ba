import type { StatementFact } from '@easel/contracts/columns/statements.events';
import { statementStream } from '@easel/contracts/columns/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { type CommandContext, newFacts } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { randomUUID } from '@easel/kernel/server/chance';
import { Inject, Injectable } from '@nestjs/common';

type Outcome = Pick<StatementFact['data'], 'position' | 'rows'>;

/** Marks refusals after which nothing was run: two statements run already, or there is nothing to read. */
const UNAVAILABLE = 503;

/** Records the statements that operators run, before anything that they came to is sent. */
@Injectable()
export class StatementRecords {
  constructor(@Inject(EventLog) private readonly log: Pick<EventLog, 'append'>) {}

  /**
   * Runs a statement and returns what it came to. A refusal is recorded and thrown, as what the database says may hold
   * data; `outcomeOf` returns what to record of an answer, nothing where that is recorded elsewhere. Throws where the
   * log does not take the event.
   */
  async run<Answer>(
    words: string,
    context: CommandContext,
    answer: () => Promise<Answer>,
    outcomeOf?: (answer: Answer) => Outcome,
  ): Promise<Answer> {
    const began = performance.now();
    const record = (outcome: Outcome & { outcome: string }) =>
      this.append({ words, ms: Math.round(performance.now() - began), ...outcome }, context);
    try {
      const answered = await answer();
      const outcome = outcomeOf?.(answered);
      if (outcome) await record({ position: outcome.position, rows: outcome.rows, outcome: 'answered' });
      return answered;
    } catch (error) {
      if (error instanceof Refused && error.problem.status !== UNAVAILABLE) {
        await record({ position: null, rows: 0, outcome: error.problem.code });
      }
      throw error;
    }
  }

  private async append(
    data: Omit<StatementFact['data'], 'statementId' | 'operatorId'>,
    context: CommandContext,
  ): Promise<void> {
    const statementId = randomUUID();
    const stream = statementStream.nameOf(statementId);
    const fact: StatementFact = { type: 'StatementRun', data: { statementId, operatorId: context.actor.id, ...data } };
    await this.log.append(stream, 'none', newFacts(stream, [fact], { ...context, key: stream }));
  }
}
