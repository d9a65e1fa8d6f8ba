import type { ChatFact } from '@easel/contracts/chat/events';
import { chatProblems, MESSAGES_MAX, silentEnd, type Speaker } from '@easel/contracts/chat/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

interface Conversation {
  conversationId: string;
  memberId: string;
  sessionId: string;
  /** Ids of its messages. */
  recorded: Set<string>;
  /** The member's latest message if it is unanswered. */
  openId: string | null;
  /** Of its last message, or its start. */
  lastAt: Date;
  ended: boolean;
}

/** Undefined before it is started. */
export type ConversationState = Conversation | undefined;

/** The sender of a command, and the browser's id for the conversation. */
interface Claim {
  memberId: string;
  sessionId: string;
}

interface StartConversation extends Claim {
  type: 'StartConversation';
  conversationId: string;
  userAgent: string;
  category: string;
  tags: readonly string[];
  at: Date;
}

interface RecordMessage extends Claim {
  type: 'RecordMessage';
  /** The same for every repeat. */
  messageId: string;
  speaker: Speaker;
  content: string;
  suggestions: readonly string[];
  topic: string | null;
  responseMs: number | null;
  at: Date;
}

interface EndConversation extends Claim {
  type: 'EndConversation';
  countedMessages: number;
  at: Date;
}

export type ConversationCommand = StartConversation | RecordMessage | EndConversation;

/** One conversation, from opening the panel to closing it. */
export const conversation: Decider<ConversationState, ConversationCommand, ChatFact> = {
  initial: () => undefined,

  decide(command, state) {
    if (command.type === 'StartConversation') return state ? [] : [started(command)];
    if (state?.memberId !== command.memberId || state.sessionId !== command.sessionId) {
      throw new Refused(chatProblems.notFound);
    }
    return command.type === 'RecordMessage' ? record(command, state) : end(command, state);
  },

  evolve(state, fact) {
    if (fact.type === 'ConversationStarted') {
      const { conversationId, memberId, sessionId, startedAt } = fact.data;
      const ids = { conversationId, memberId, sessionId };
      return { ...ids, recorded: new Set<string>(), openId: null, lastAt: new Date(startedAt), ended: false };
    }
    if (!state) return state;
    if (fact.type === 'ConversationEnded') return { ...state, ended: true };
    const { messageId, speaker, recordedAt } = fact.data;
    state.recorded.add(messageId);
    return { ...state, openId: speaker === 'user' ? messageId : null, lastAt: new Date(recordedAt) };
  },
};

function started(command: StartConversation): ChatFact {
  const { conversationId, memberId, sessionId, userAgent, category, tags, at } = command;
  return {
    type: 'ConversationStarted',
    data: {
      conversationId,
      memberId,
      sessionId,
      userAgent,
      category,
      tags: tags.join('\n'),
      startedAt: at.toISOString(),
    },
  };
}

/** Checks for a repeat first, because one may arrive after the end. */
function record(command: RecordMessage, state: Conversation): ChatFact[] {
  const { messageId, speaker, content, suggestions, topic, responseMs, at } = command;
  if (state.recorded.has(messageId)) return [];
  if (state.ended || silentEnd(state.lastAt, at)) throw new Refused(chatProblems.ended);
  if (state.recorded.size >= MESSAGES_MAX) throw new Refused(chatProblems.full);
  const isAnswer = speaker === 'nova';
  const data = {
    conversationId: state.conversationId,
    memberId: state.memberId,
    messageId,
    speaker,
    content,
    suggestions: suggestions.join('\n'),
    topic: isAnswer ? topic : null,
    answersId: isAnswer ? state.openId : null,
    responseMs: isAnswer ? responseMs : null,
    recordedAt: at.toISOString(),
  };
  return [{ type: 'ConversationMessageRecorded', data }];
}

/** A panel that is closed long after the last message ended its conversation when the silence did. */
function end({ countedMessages, at }: EndConversation, state: Conversation): ChatFact[] {
  if (state.ended) return [];
  const { conversationId, memberId, recorded, lastAt } = state;
  const endedAt = (silentEnd(lastAt, at) ?? at).toISOString();
  const data = { conversationId, memberId, messages: recorded.size, countedMessages, endedAt };
  return [{ type: 'ConversationEnded', data }];
}
