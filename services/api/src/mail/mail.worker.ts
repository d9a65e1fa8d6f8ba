import { backoffMs, pause, timeLimit } from '@easel/kernel/server/backoff';
import { randomFraction } from '@easel/kernel/server/chance';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { WorkQueue } from '@easel/kernel/following/work-queue';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { letterBodies } from './letter-bodies.ts';
import { Mails } from './mails.ts';
import { MAIL_SETTINGS, type MailConfig } from './mail.config.ts';
import { MailGateway } from './mail.gateway.ts';
import { LocalMailbox, MailQueue, type QueuedMail } from './mail.tables.ts';
import { PublicAddress } from '@easel/kernel/http/public-address';

const SLOTS = 8;
/** Mails that another process queued and left are seen this late. */
const LOOK_EVERY_MS = 5_000;
/**
 * Chance keeps a mail's work away from the call that asked for it: how long calls take then tells nobody whether there
 * was a mail to send.
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
  private readonly work: WorkQueue<QueuedMail>;
  private readonly gateway: MailGateway | undefined;
  private waking: NodeJS.Timeout | undefined;

  constructor(
    @Inject(MAIL_SETTINGS) settings: MailConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    queue: MailQueue,
    private readonly mails: Mails,
    private readonly mailbox: LocalMailbox,
    private readonly address: PublicAddress,
  ) {
    if (settings.SMTP_URL !== undefined) this.gateway = new MailGateway(settings.SMTP_URL, settings.MAIL_FROM);
    this.work = new WorkQueue<QueuedMail>({
      rows: queue,
      perform: (mail) => this.send(mail),
      onFailure: (mail, error) => this.retryInMs(mail, error),
      slots: SLOTS,
      lookEveryMs: LOOK_EVERY_MS,
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.mails.onWake(() => {
      clearTimeout(this.waking);
      this.waking = setTimeout(() => this.work.wake(), randomFraction() * SCATTER_MS).unref();
    });
    void this.begin(this.stop.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.race([this.work.stopped(), pause(DRAIN_MS, timeLimit(DRAIN_MS))]);
    this.gateway?.close();
  }

  /** Resolves when nothing is due: every mail that was queued before is sent, or waits for its next attempt. */
  idle(): Promise<void> {
    clearTimeout(this.waking);
    return this.work.idle();
  }

  /** Links lead to where the server listens, once it does. */
  private async begin(signal: AbortSignal): Promise<void> {
    try {
      await this.address.known(signal);
      this.work.start(signal);
    } catch (error) {
      if (!signal.aborted) this.logger.error({ err: error }, 'no mails are sent');
    }
  }

  /** Sent twice it is the same mail: its id is the Message-ID, and the key of the mailbox. */
  private async send(mail: QueuedMail): Promise<void> {
    const address = await this.address.known(this.stop.signal);
    const letter = await this.mails.write(mail);
    if (!letter) return;
    const { to, subject, unsubscribe } = letter;
    const unsubscribeUrl = unsubscribe && address + unsubscribe.oneClick;
    const outgoing = { id: mail.id, to, subject, ...letterBodies(letter, address), unsubscribeUrl };
    await (this.gateway ? this.gateway.send(outgoing) : this.mailbox.keep(outgoing));
    faultPoint('mail.after-send');
  }

  private retryInMs({ id: mail, kind, tries, requestedAt }: QueuedMail, error: unknown): number | undefined {
    const about = { err: error, mail, kind, tries };
    if (Date.now() - requestedAt.getTime() >= GIVE_UP_MS) {
      this.logger.error(about, 'a mail was given up');
      return undefined;
    }
    this.logger[tries > 3 ? 'error' : 'warn'](about, 'a mail was not sent');
    return backoffMs(tries - 1, RETRY_BASE_MS, RETRY_MAX_MS);
  }
}
