import { Refused } from '@easel/contracts/kernel/problem';
import type { MessageFact } from '@easel/contracts/messages/events';
import { messageProblems, type PresentMessage } from '@easel/contracts/messages/http';
import {
  mayMove,
  type MessagePriority,
  type MessageStatus,
  type MessageType,
  reopenableStatuses,
} from '@easel/contracts/messages/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

interface Triage {
  status: MessageStatus;
  priority: MessagePriority;
  assigneeId: string | null;
}

export interface Message extends Triage {
  messageId: string;
  senderId: string;
  anonymous: boolean;
  /** Where its status was before a triage, until something else happens to it. */
  cameFrom: MessageStatus | null;
  escalated: boolean;
  /** Revision of its last fact: what an operator has seen. */
  version: number;
  /** Operators' actions that are done. */
  settled: ReadonlySet<string>;
}

/** Undefined until it is submitted. */
export type MessageState = Message | undefined;

export interface SubmittedMessage {
  messageId: string;
  messageType: MessageType;
  memberId: string | null;
  senderName: string;
  senderEmail: string;
  anonymous: boolean;
  subject: string;
  content: string;
  sourcePage: string;
  priority: MessagePriority;
}

/** `version` is that of the message the operator has seen, `actionId` the same for every repeat. */
interface Action {
  messageId: string;
  version: number;
  actionId: string;
}

export interface TriageRequest {
  status?: MessageStatus | undefined;
  priority?: MessagePriority | undefined;
  assigneeId?: string | null | undefined;
  /** Whether the assignee may work on messages, where somebody is named. */
  assigneeFits?: boolean | undefined;
}

export type MessageAction =
  | (Action & { type: 'TriageMessage'; request: TriageRequest; reason: string })
  | (Action & { type: 'ReplyToMessage'; text: string; at: Date })
  | (Action & { type: 'ReopenMessage'; reason: string });

export type MessageCommand =
  ({ type: 'SubmitMessage'; at: Date } & SubmittedMessage) | { type: 'EscalateMessage'; at: Date } | MessageAction;

/** One message from a form, and what operators make of it. */
export const message: Decider<MessageState, MessageCommand, MessageFact> = {
  initial: () => undefined,

  decide(command, state) {
    switch (command.type) {
      case 'SubmitMessage': {
        if (state) return [];
        const { type: _, at, ...said } = command;
        const senderId = said.memberId ?? said.messageId;
        return [{ type: 'MessageSubmitted', data: { ...said, senderId, submittedAt: at.toISOString() } }];
      }
      case 'EscalateMessage':
        if (!state || state.escalated || state.status !== 'unread') return [];
        return [
          {
            type: 'MessageEscalated',
            data: { ...idsOf(state), before: state.priority, escalatedAt: command.at.toISOString() },
          },
        ];
      default:
        return act(command, state);
    }
  },

  evolve(state, fact) {
    if (fact.type === 'MessageSubmitted') {
      const { messageId, senderId, anonymous, priority } = fact.data;
      return {
        messageId,
        senderId,
        anonymous,
        status: 'unread',
        priority,
        assigneeId: null,
        cameFrom: null,
        escalated: false,
        version: 0,
        settled: new Set<string>(),
      };
    }
    return state && { ...state, ...changeBy(fact, state), version: state.version + 1 };
  },
};

export const presentOf = ({ messageId, version, status, priority, assigneeId }: Message): PresentMessage => ({
  id: messageId,
  version,
  status,
  priority,
  assignee: assigneeId,
});

const idsOf = ({ messageId, senderId }: Message) => ({ messageId, senderId });

function act(command: MessageAction, state: MessageState): readonly MessageFact[] {
  if (!state) throw new Refused(messageProblems.notFound);
  if (state.settled.has(command.actionId)) return [];
  if (state.version !== command.version) throw new Refused(messageProblems.changed, { present: presentOf(state) });
  const known = { actionId: command.actionId, ...idsOf(state) };
  switch (command.type) {
    case 'TriageMessage': {
      const { status, priority, assigneeId, cameFrom } = state;
      const before = { status, priority, assigneeId };
      const { request, reason } = command;
      const after = {
        status: request.status ?? status,
        priority: request.priority ?? priority,
        assigneeId: request.assigneeId === undefined ? assigneeId : request.assigneeId,
      };
      if (!mayMove(status, after.status, cameFrom)) {
        throw new Refused(messageProblems.notFromHere, { present: presentOf(state) });
      }
      const isGiven = after.assigneeId !== null && after.assigneeId !== assigneeId;
      if (isGiven && !request.assigneeFits) throw new Refused(messageProblems.assigneeUnfit);
      const same = after.status === status && after.priority === priority && after.assigneeId === assigneeId;
      return same && reason === '' ? [] : [{ type: 'MessageTriaged', data: { ...known, ...after, before, reason } }];
    }
    case 'ReplyToMessage': {
      const { text, at } = command;
      if (state.anonymous) throw new Refused(messageProblems.noAddress);
      if (state.status === 'spam') throw new Refused(messageProblems.notFromHere, { present: presentOf(state) });
      return [{ type: 'MessageReplied', data: { ...known, text, before: state.status, repliedAt: at.toISOString() } }];
    }
    case 'ReopenMessage': {
      if (!reopenableStatuses.includes(state.status)) {
        throw new Refused(messageProblems.notFromHere, { present: presentOf(state) });
      }
      return [{ type: 'MessageReopened', data: { ...known, before: state.status, reason: command.reason } }];
    }
  }
}

function changeBy(fact: Exclude<MessageFact, { type: 'MessageSubmitted' }>, state: Message): Partial<Message> {
  switch (fact.type) {
    case 'MessageTriaged': {
      const { status, priority, assigneeId, before, actionId } = fact.data;
      const cameFrom = before.status === status ? state.cameFrom : before.status;
      return { status, priority, assigneeId, cameFrom, settled: settledBy(state, actionId) };
    }
    case 'MessageReplied':
      return { status: 'replied', cameFrom: null, settled: settledBy(state, fact.data.actionId) };
    case 'MessageReopened':
      return { status: 'in_progress', cameFrom: null, settled: settledBy(state, fact.data.actionId) };
    case 'MessageEscalated':
      return { priority: 'high', escalated: true };
  }
}

const settledBy = ({ settled }: Message, actionId: string): ReadonlySet<string> => new Set([...settled, actionId]);
