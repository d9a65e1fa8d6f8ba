import { EventLog } from '@easel/kernel/event-log';
import { newFacts } from '@easel/kernel/decider-runner';
import { notePosition } from '@easel/kernel/positions';
import { LOGGER } from '@easel/kernel/tokens';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { RecordDownload } from './telemetry.commands.ts';

@CommandHandler(RecordDownload)
export class RecordDownloadHandler implements ICommandHandler<RecordDownload> {
  constructor(
    private readonly log: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ memberId, generationId, context }: RecordDownload): Promise<void> {
    const at = new Date().toISOString();
    const stream = `activity-${at.slice(0, 10)}`;
    const fact = { type: 'ActivityTracked', data: { memberId, generationId, eventType: 'image_download', at } };
    try {
      const { position } = await this.log.append(stream, 'any', newFacts(stream, [fact], context));
      notePosition(stream, position);
    } catch (error) {
      this.logger.warn({ err: error }, 'a download was not recorded');
    }
  }
}
