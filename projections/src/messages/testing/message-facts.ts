import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { MessageFact } from '@easel/contracts/messages/events';
import type { Recorder } from '../../testing/recorded.ts';

type Data<Type extends MessageFact['type']> = Extract<MessageFact, { type: Type }>['data'];
type Standing = Pick<Data<'MessageTriaged'>, 'status' | 'priority' | 'assigneeId'>;

const AT = '2026-11-20T10:00:00.000Z';

/** The facts of one message, each from where the one before left it. */
export class MessageStory {
  readonly messageId = randomUUID();
  private stands: Standing = { status: 'unread', priority: 'normal', assigneeId: null };

  constructor(private readonly recorder: Recorder) {}

  submitted(more: Partial<Data<'MessageSubmitted'>> = {}): Recorded<MessageFact> {
    this.stands = { ...this.stands, priority: more.priority ?? 'normal' };
    return this.record({
      type: 'MessageSubmitted',
      data: {
        ...this.ids(),
        messageType: 'bug',
        memberId: null,
        senderName: 'Ada Byron',
        senderEmail: 'ada@example.org',
        anonymous: false,
        subject: 'It broke',
        content: 'When I pressed it',
        sourcePage: '/report-bug',
        priority: 'normal',
        submittedAt: AT,
        ...more,
      },
    });
  }

  triaged({ reason = '', ...request }: Partial<Standing> & { reason?: string }): Recorded<MessageFact> {
    const before = this.stands;
    this.stands = { ...before, ...request };
    return this.record({ type: 'MessageTriaged', data: { ...this.action(), ...this.stands, before, reason } });
  }

  replied(text: string): Recorded<MessageFact> {
    const before = this.stands.status;
    this.stands = { ...this.stands, status: 'replied' };
    return this.record({ type: 'MessageReplied', data: { ...this.action(), text, before, repliedAt: AT } });
  }

  reopened(reason: string): Recorded<MessageFact> {
    const before = this.stands.status;
    this.stands = { ...this.stands, status: 'in_progress' };
    return this.record({ type: 'MessageReopened', data: { ...this.action(), before, reason } });
  }

  escalated(): Recorded<MessageFact> {
    const before = this.stands.priority;
    this.stands = { ...this.stands, priority: 'high' };
    return this.record({ type: 'MessageEscalated', data: { ...this.ids(), before, escalatedAt: AT } });
  }

  by(operatorId: string, fact: Recorded<MessageFact>): Recorded<MessageFact> {
    const actor = { kind: 'operator', id: operatorId, role: 'support' } as const;
    return { ...fact, metadata: { ...fact.metadata, actor } };
  }

  private ids() {
    return { messageId: this.messageId, senderId: this.messageId };
  }

  private action() {
    return { ...this.ids(), actionId: randomUUID() };
  }

  private record(fact: MessageFact): Recorded<MessageFact> {
    return this.recorder.record(`message-${this.messageId}`, fact);
  }
}
