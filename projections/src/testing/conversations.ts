import { randomUUID } from 'node:crypto';
import type { ChatFact } from '@easel/contracts/chat/events';
import { conversationStream } from '@easel/contracts/chat/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Recorder } from './recorded.ts';

type Data<Type extends ChatFact['type']> = Extract<ChatFact, { type: Type }>['data'];
type Said = Data<'ConversationMessageRecorded'>;

const at = (minute: number): string => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** The events of one conversation, a minute apart. */
export class ConversationStory {
  readonly conversationId = randomUUID();
  private minute = 0;
  private messages = 0;
  private openId: string | null = null;

  constructor(
    private readonly recorder: Recorder,
    readonly memberId: string = randomUUID(),
  ) {}

  started(more: Partial<Data<'ConversationStarted'>> = {}): Recorded<ChatFact> {
    return this.record({
      type: 'ConversationStarted',
      data: {
        ...this.ids(),
        sessionId: 'nova_1764000000000_a1b2c3',
        userAgent: 'Mozilla/5.0',
        category: 'support',
        tags: 'web\nstudio',
        startedAt: at(this.minute++),
        ...more,
      },
    });
  }

  asked(content: string): Recorded<ChatFact> {
    const messageId = randomUUID();
    const fact = this.say({ messageId, speaker: 'user', content });
    this.openId = messageId;
    return fact;
  }

  answered(content: string, { topic = 'pricing', ...more }: Partial<Said> = {}): Recorded<ChatFact> {
    const answersId = this.openId;
    this.openId = null;
    return this.say({ speaker: 'nova', content, topic, answersId, responseMs: 12, ...more });
  }

  ended(): Recorded<ChatFact> {
    const { messages } = this;
    return this.record({
      type: 'ConversationEnded',
      data: { ...this.ids(), messages, countedMessages: messages, endedAt: at(this.minute++) },
    });
  }

  private say(said: Partial<Said> & Pick<Said, 'speaker' | 'content'>): Recorded<ChatFact> {
    this.messages++;
    const data = {
      ...this.ids(),
      messageId: randomUUID(),
      suggestions: '',
      topic: null,
      answersId: null,
      responseMs: null,
      recordedAt: at(this.minute++),
      ...said,
    };
    return this.record({ type: 'ConversationMessageRecorded', data });
  }

  private ids() {
    return { conversationId: this.conversationId, memberId: this.memberId };
  }

  private record(fact: ChatFact): Recorded<ChatFact> {
    return this.recorder.record(conversationStream.nameOf(this.conversationId), fact);
  }
}
