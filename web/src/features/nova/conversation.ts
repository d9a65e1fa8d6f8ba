import { chatHttp } from '@easel/contracts/chat/http';
import { CHAT_TEXT_MAX, chatProblems, type Speaker } from '@easel/contracts/chat/policy';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { call } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';

/** spec: public-and-commerce §4 "Nova's connection"; disconnected is a panel that is closed. */
export type Connection = 'connecting' | 'connected' | 'failed';

export interface Message {
  type: Speaker;
  content: string;
  suggestions?: readonly string[];
  /** Id of the entry that an answer comes from; null where there is none. */
  topic?: string | null;
  responseMs?: number;
}

/** Sends messages to the server, one after another. Failures are silent, because answers do not need the server. */
export class Conversation {
  readonly connection = createStore<Connection>('connecting');
  private sessionId = newSessionId();
  private begunAt = Date.now();
  private id: string | null = null;
  private waiting: (Message & { timestamp: string })[] = [];
  private total = 0;
  private lastAt = 0;
  private work: Promise<void> = Promise.resolve();
  private hasEnded = false;

  /** Also tries again, and begins another after the last has ended. Messages that waited are sent then. */
  connect(): void {
    if (this.connection.get() === 'connected' && !this.hasEnded) return;
    this.hasEnded = false;
    this.connection.set('connecting');
    this.run(() => this.start());
    this.run(() => this.flush());
  }

  record(message: Message): void {
    this.total += 1;
    // The server deduplicates by time.
    this.lastAt = Math.max(Date.now(), this.lastAt + 1);
    this.waiting.push({ ...message, timestamp: new Date(this.lastAt).toISOString() });
    this.run(() => this.flush());
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.run(async () => {
      const { id, sessionId, total, begunAt } = this;
      this.waiting = [];
      this.renew();
      if (id === null) return;
      const body = { conversationId: id, sessionId, totalMessages: total, conversationLength: Date.now() - begunAt };
      await call(chatHttp.end, { body }, { idempotencyKey: `${sessionId}_end` });
    });
  }

  private async start(): Promise<void> {
    if (this.id !== null) return;
    try {
      const body = { sessionId: this.sessionId, userAgent: navigator.userAgent, category: 'help', tags: ['widget'] };
      const { conversationId } = await call(chatHttp.start, { body }, { idempotencyKey: this.sessionId });
      this.id = conversationId;
      this.connection.set('connected');
    } catch {
      this.connection.set('failed');
    }
  }

  private renew(): void {
    this.id = null;
    this.sessionId = newSessionId();
    this.begunAt = Date.now();
    this.total = this.waiting.length;
  }

  /** Sends what waits. A message that is refused after the end starts another conversation, once. */
  private async flush(): Promise<void> {
    let begunFor: Message | undefined;
    for (let message = this.waiting[0]; message && this.id !== null; message = this.waiting[0]) {
      this.waiting.shift();
      const isOver = await this.send(this.id, message).then(() => false, isEnded);
      if (!isOver || message === begunFor) continue;
      begunFor = message;
      this.waiting.unshift(message);
      this.renew();
      await this.start();
    }
  }

  private async send(conversationId: string, { type, content, timestamp, ...more }: Message & { timestamp: string }) {
    const body = {
      conversationId,
      sessionId: this.sessionId,
      messageType: type,
      content: content.slice(0, CHAT_TEXT_MAX),
      timestamp,
      metadata: {
        suggestions: [...(more.suggestions ?? [])],
        responseTime: more.responseMs ?? null,
        topic: more.topic ?? null,
      },
    };
    await call(chatHttp.message, { body }, { idempotencyKey: `${this.sessionId}_${timestamp}_${type}` });
  }

  private run(step: () => Promise<void>): void {
    this.work = this.work.then(step).catch(() => {});
  }
}

/** Whether a conversation accepts no more messages: it has ended by silence, or is full. */
const isEnded = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === chatProblems.ended.code || error.code === chatProblems.full.code);

/** spec: public-and-commerce §3 "Chat". */
const newSessionId = (): string => `nova_${Date.now()}_${Math.random().toString(36).slice(2, 12)}`;
