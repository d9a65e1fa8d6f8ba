import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { activityStream } from '@easel/contracts/telemetry/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { idOf, newFacts } from '@easel/kernel/deciding/decider-runner';
import type { ExpectedRevision } from '@easel/kernel/log/new-fact';
import { notePosition } from '@easel/kernel/http/positions';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { RecordActivity } from './telemetry.commands.ts';

/** Far below what one append may weigh. */
const FACTS_AN_APPEND = 200;

@CommandHandler(RecordActivity)
export class RecordActivityHandler implements ICommandHandler<RecordActivity> {
  constructor(
    private readonly log: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ memberId, eventType, generationIds, context }: RecordActivity): Promise<void> {
    const at = new Date().toISOString();
    // Of the command's own, begun by it: so a repeat is found there, whatever the store has forgotten.
    const stream = activityStream.nameOf(idOf(context, 'activity'));
    const facts = newFacts(
      stream,
      generationIds.map((generationId): TelemetryFact => ({
        type: 'ActivityTracked',
        data: { memberId, generationId, eventType, at },
      })),
      context,
    );
    try {
      let expected: ExpectedRevision = 'none';
      for (let from = 0; from < facts.length; from += FACTS_AN_APPEND) {
        const portion = facts.slice(from, from + FACTS_AN_APPEND);
        const { revision, position } = await this.log.append(stream, expected, portion);
        expected = revision;
        notePosition(stream, position);
      }
    } catch (error) {
      this.logger.warn({ err: error, eventType }, 'what a member did was not recorded');
    }
  }
}
