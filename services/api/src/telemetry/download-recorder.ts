import { EventLog } from '@easel/kernel/event-log';
import { newFacts, type CommandContext } from '@easel/kernel/decider-runner';
import { notePosition } from '@easel/kernel/positions';
import { LOGGER } from '@easel/kernel/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';

/** Records downloads for the member's figures. A figure is not worth a file: what cannot be recorded is logged and left. */
@Injectable()
export class DownloadRecorder {
  constructor(
    private readonly log: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async record(download: { memberId: string; generationId: string }, context: CommandContext): Promise<void> {
    const at = new Date().toISOString();
    const stream = `activity-${at.slice(0, 10)}`;
    const fact = { type: 'ActivityTracked', data: { ...download, eventType: 'image_download', at } };
    try {
      const { position } = await this.log.append(stream, 'any', newFacts(stream, [fact], context));
      notePosition(stream, position);
    } catch (error) {
      this.logger.warn({ err: error }, 'a download was not recorded');
    }
  }
}
