import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ExportFact } from '@easel/contracts/kernel/exports.events';
import { exportStream } from '@easel/contracts/kernel/exports.stream';
import { randomUUID } from '@easel/kernel/server/chance';
import { newFacts, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import type { ExpectedRevision } from '@easel/kernel/log/new-fact';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Log } from './log.ts';

export interface AskedExport {
  /** The list that it is of, as its feature is called. */
  what: string;
  format: string;
  filter: Record<string, unknown>;
}

/** Rows, or bytes of which somebody else knows how many rows they are. */
interface Portion {
  readonly length: number;
}

interface Taken {
  context: CommandContext;
  response: Pick<ServerResponse, 'destroyed'> & { req?: Pick<IncomingMessage, 'method'> };
  /** Read so far, where the portions do not tell. */
  rowsRead?: () => number;
  /** Of `performance.now()`, where reading began before the record of it. */
  began?: number;
}

type End = (rows: number, outcome: 'complete' | 'broken-off') => Promise<void>;

/**
 * Records what operators take away as files: that they do before the first byte, and how much it was before the last.
 */
@Injectable()
export class ExportRecords {
  constructor(
    @Inject(EventLog) private readonly log: Pick<EventLog, 'append'>,
    @Inject(LOGGER) private readonly logger: Log,
  ) {}

  /**
   * Returns the same portions, counted. Throws where the log does not take the event: nothing leaves unrecorded. HEAD
   * takes nothing, so it reads and records nothing.
   */
  async record<P extends Portion>(
    asked: AskedExport,
    portions: AsyncIterable<P>,
    { context, response, rowsRead, began = performance.now() }: Taken,
  ): Promise<AsyncIterable<P>> {
    if (response.req?.method === 'HEAD') return Readable.from([]);
    const ids = { exportId: randomUUID(), operatorId: context.actor.id };
    const { q, ...filter } = asked.filter;
    const words = typeof q === 'string' ? q : '';
    await this.append({ type: 'ExportBegun', data: { ...ids, ...asked, filter, words } }, context, 'none');
    const end: End = (counted, outcome) => {
      const ms = Math.round(performance.now() - began);
      const data = { ...ids, rows: rowsRead?.() ?? counted, ms, outcome };
      return this.append({ type: 'ExportEnded', data }, context, 0);
    };
    if (!response.destroyed) return this.counted(portions, response, end);
    // The caller has left. A generator that is never started would not record the end.
    await this.breakOff(0, end);
    return Readable.from([]);
  }

  private async *counted<P extends Portion>(
    portions: AsyncIterable<P>,
    response: Pick<ServerResponse, 'destroyed'>,
    end: End,
  ): AsyncGenerator<P, void, void> {
    let rows = 0;
    let isWhole = false;
    try {
      for await (const portion of portions) {
        rows += portion.length;
        yield portion;
      }
      // Reading may have ended because nobody takes it any more.
      isWhole = !response.destroyed;
      // Before the file's end is sent: who has all of it left a fact that says so.
      if (isWhole) await end(rows, 'complete');
    } finally {
      if (!isWhole) await this.breakOff(rows, end);
    }
  }

  private async breakOff(rows: number, end: End): Promise<void> {
    await end(rows, 'broken-off').catch((error: unknown) => {
      this.logger.error({ err: error, rows }, 'the end of an export that broke off was not recorded');
    });
  }

  private async append(fact: ExportFact, context: CommandContext, expected: ExpectedRevision): Promise<void> {
    const stream = exportStream.nameOf(fact.data.exportId);
    await this.log.append(stream, expected, newFacts(stream, [fact], { ...context, key: `${stream} ${fact.type}` }));
  }
}
