import type { Pool, PoolClient } from '@easel/kernel/database/database';
import { Injectable } from '@nestjs/common';
import { MailQueue, type QueuedMail } from './mail.tables.ts';

/**
 * What a mail says. No word in it may come from a visitor: whoever registers with somebody else's address would write
 * to them in our name.
 */
export interface Letter {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** `path` on this site. */
  action?: { label: string; path: string };
  /** Other ways to go, below it. */
  links?: readonly { label: string; path: string }[];
  /** Below these. */
  footnotes?: readonly string[];
  /** Of marketing mails: the page that asks, and the address that acts when a mail service posts to it (RFC 8058). */
  unsubscribe?: { page: string; oneClick: string };
}

/**
 * Says what a mail that is due shall say, or nothing where there is no more reason to send it. It may be asked again.
 */
export type LetterWriter = (mail: QueuedMail) => Promise<Letter | undefined>;

/** The door to mail for other features: each names its kinds of mail, queues them and writes them when they are due. */
@Injectable()
export class Mails {
  private readonly writers = new Map<string, LetterWriter>();
  private alarm: () => void = () => undefined;

  constructor(private readonly queue: MailQueue) {}

  writes(kind: string, writer: LetterWriter): void {
    this.writers.set(kind, writer);
  }

  /** In the caller's transaction, where it gives one: the mail is sent at least once if that commits. */
  add(client: Pool | PoolClient, kind: string, payload: object): Promise<void> {
    return this.queue.add(client, kind, payload);
  }

  /** Adds the one mail about an event, once however often it is asked to. */
  addOnce(client: Pool | PoolClient, eventId: string, kind: string, payload: object): Promise<void> {
    return this.queue.addOnce(client, eventId, kind, payload);
  }

  /** What waits to be written to a member, and what lies here of what was sent to their addresses, is gone. */
  forget(client: PoolClient, memberId: string, addresses: readonly string[]): Promise<void> {
    return this.queue.forget(client, memberId, addresses);
  }

  /** Something was queued, and committed; without it the mail waits for the next look. */
  wake(): void {
    this.alarm();
  }

  /** For the worker. */
  onWake(alarm: () => void): void {
    this.alarm = alarm;
  }

  write(mail: QueuedMail): Promise<Letter | undefined> {
    const writer = this.writers.get(mail.kind);
    if (!writer) throw new Error(`nobody writes mails of the kind ${mail.kind}`);
    return writer(mail);
  }
}
