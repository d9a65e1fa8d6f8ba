import type { MessageFact } from '@easel/contracts/messages/events';
import { type MessageStatus, waitingStatuses } from '@easel/contracts/messages/policy';
import { z } from 'zod';
import { columnsOf, Durations, Groups, isWithin, monthOf, months, share } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  submitted: number;
  answered: number;
  escalated: number;
  closed: number;
  times: Durations;
}

const none = (): Figures => ({ submitted: 0, answered: 0, escalated: 0, closed: 0, times: new Durations() });

interface State {
  /** Those that nobody has answered yet, by id. */
  unanswered: Map<string, { figures: Figures; at: string }>;
  groups: Groups<Figures>;
}

/** By the month in which a message came; its first answer counts. */
export const report = reportOf<MessageFact>()({
  answers: 'How long people wait for an answer to their message, by month and kind',
  filter: ['MessageSubmitted', 'MessageTriaged', 'MessageReplied', 'MessageReopened', 'MessageEscalated'],
  parameters: z.strictObject(months),
  initial: (): State => ({ unanswered: new Map(), groups: new Groups(none) }),

  reduce(state, { type, data, at }) {
    if (type === 'MessageSubmitted') {
      const figures = state.groups.of(monthOf(at), data.messageType);
      figures.submitted += 1;
      state.unanswered.set(data.messageId, { figures, at });
      return state;
    }
    const message = state.unanswered.get(data.messageId);
    if (!message) return state;
    const { figures } = message;
    switch (type) {
      case 'MessageReplied':
        figures.answered += 1;
        if (isClosed(data.before)) figures.closed -= 1;
        figures.times.add(Date.parse(at) - Date.parse(message.at));
        state.unanswered.delete(data.messageId);
        break;
      case 'MessageTriaged':
        figures.closed += Number(isClosed(data.status)) - Number(isClosed(data.before.status));
        break;
      case 'MessageReopened':
        if (isClosed(data.before)) figures.closed -= 1;
        break;
      case 'MessageEscalated':
        figures.escalated += 1;
        break;
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render: ({ groups }, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['kind', 'text'],
      ['submitted', 'count'],
      ['answered', 'count'],
      ['closed unanswered', 'count'],
      ['waiting', 'count'],
      ['escalated', 'count'],
      ['answered', 'percent'],
      ['answer p50', 'ms'],
      ['answer p95', 'ms'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = '', kind = ''], { submitted, answered, escalated, closed, times }]) => [
        month,
        kind,
        submitted,
        answered,
        closed,
        submitted - answered - closed,
        escalated,
        share(answered, submitted),
        times.percentile(50),
        times.percentile(95),
      ]),
  }),
});

const isClosed = (status: MessageStatus): boolean => !waitingStatuses.includes(status);
