import { backoffMs, pause, timeLimit } from '@easel/kernel/server/backoff';
import { randomFraction } from '@easel/kernel/server/chance';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { letterBodies } from './letter-bodies.ts';
import { Mails } from './mail.commands.ts';
import { MAIL_SETTINGS, type MailConfig } from './mail.config.ts';
import { MailGateway } from './mail.gateway.ts';
import { LocalMailbox, MailQueue, type QueuedMail } from './mail.tables.ts';
import { PublicAddress } from '../public-address.ts';

const BATCH = 8;
/** How long the mails of a process that died wait for another; one that lives prolongs it. */
const LEASE_SECONDS = 15;
const BEAT_MS = 5_000;
/** Mails that another process queued and left are seen this late. */
const REST_MS = 5_000;
/**
 * Chance keeps a mail's work away from the call that asked for it, and from the next: how long calls take then tells
 * nobody whether there was a mail to send.
 */
const SCATTER_MS = 250;
const RETRY_BASE_MS = 5_000;
const RETRY_MAX_MS = 30 * 60_000;
/** Past this no link in it would be of use. */
const GIVE_UP_MS = 48 * 3_600_000;
/** A mail under way at the end of the process may still arrive; what does not is sent again by the next. */
const DRAIN_MS = 4_000;

/** Sends what is queued, in every process that has it: each mail at least once, and seldom twice. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private readonly idlers = new Set<() => void>();
  private readonly gateway: MailGateway | undefined;
  private alarm = new AbortController();
  private running = Promise.resolve();

  constructor(
    @Inject(MAIL_SETTINGS) settings: MailConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly queue: MailQueue,
    private readonly mails: Mails,
    private readonly mailbox: LocalMailbox,
    private readonly address: PublicAddress,
  ) {
    if (settings.SMTP_URL !== undefined) this.gateway = new MailGateway(settings.SMTP_URL, settings.MAIL_FROM);
  }

  onApplicationBootstrap(): void {
    this.mails.onWake(() => this.alarm.abort());
    this.running = this.run(this.stop.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.race([this.running, pause(DRAIN_MS, timeLimit(DRAIN_MS))]);
    this.gateway?.close();
  }

  /** Resolves when nothing is due: every mail that was queued before is sent, or waits for its next attempt. */
  idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idlers.add(resolve);
    this.alarm.abort();
    return promise;
  }

  private async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      // Before looking, so that nothing which comes meanwhile is slept through.
      this.alarm = new AbortController();
      const idlers = [...this.idlers];
      try {
        const address = await this.address.known(signal);
        const due = await this.queue.claim(BATCH, LEASE_SECONDS);
        await Promise.all(due.map((mail) => this.attempt(mail, address)));
        failures = 0;
        if (due.length > 0) continue;
        for (const tell of idlers) {
          this.idlers.delete(tell);
          tell();
        }
        await pause(REST_MS, AbortSignal.any([signal, this.alarm.signal]));
        await pause(randomFraction() * SCATTER_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.logger.warn({ err: error }, 'the queue of mails cannot be read');
        await pause(backoffMs(failures++, 100, 10_000), signal);
      }
    }
  }

  private async attempt(mail: QueuedMail, address: string): Promise<void> {
    const { id, kind, tries, requestedAt } = mail;
    const beat = setInterval(() => void this.hold(id), BEAT_MS);
    try {
      const letter = await this.mails.write(mail);
      if (letter) {
        const outgoing = { id, to: letter.to, subject: letter.subject, ...letterBodies(letter, address) };
        await (this.gateway ? this.gateway.send(outgoing) : this.mailbox.keep(outgoing));
      }
    } catch (error) {
      clearInterval(beat);
      if (Date.now() - requestedAt.getTime() < GIVE_UP_MS) {
        this.logger[tries < 3 ? 'warn' : 'error']({ err: error, mail: id, kind, tries }, 'a mail was not sent');
        await this.queue.later(id, backoffMs(tries, RETRY_BASE_MS, RETRY_MAX_MS));
        return;
      }
      this.logger.error({ err: error, mail: id, kind, tries }, 'a mail was given up');
    } finally {
      clearInterval(beat);
    }
    await this.queue.done(id);
  }

  private async hold(id: string): Promise<void> {
    try {
      await this.queue.hold(id, LEASE_SECONDS);
    } catch (error) {
      this.logger.warn({ err: error, mail: id }, 'a mail could not be held: it may be sent twice');
    }
  }
}
