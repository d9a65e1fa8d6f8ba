import type { ChatFact } from '@easel/contracts/chat/events';
import { isWithoutAnswer } from '@easel/contracts/chat/policy';
import { z } from 'zod';
import { columnsOf, Durations, Groups, isWithin, monthOf, months } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  answered: number;
  unanswered: number;
  times: Durations;
}

const none = (): Figures => ({ answered: 0, unanswered: 0, times: new Durations() });
/** In place of a topic. */
const NO_TOPIC = '(no answer)';

/**
 * By the month of the assistant's answer, and the topic that it came from; greetings, which answer nothing, are left
 * out. What was asked is sealed: the events behind a figure lead to their conversations, which support can read.
 */
export const report = reportOf<ChatFact>()({
  answers: 'How many questions the assistant could not answer, and by which topics it answered the others',
  filter: ['ConversationMessageRecorded'],
  parameters: z.strictObject(months),
  initial: () => new Groups(none),

  reduce(groups, { data, at }) {
    const { speaker, answersId, topic, responseMs } = data;
    if (speaker !== 'nova' || answersId === null) return groups;
    const figures = groups.of(monthOf(at), topic ?? NO_TOPIC);
    if (isWithoutAnswer(data)) figures.unanswered += 1;
    else figures.answered += 1;
    if (responseMs !== null) figures.times.add(responseMs);
    return groups;
  },

  beneath: (groups) => groups,

  render: (groups, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['topic', 'text'],
      ['without an answer', 'count'],
      ['answered', 'count'],
      ['answer p50', 'ms'],
      ['answer p95', 'ms'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = '', topic = ''], { answered, unanswered, times }]) => [
        month,
        topic,
        unanswered,
        answered,
        times.percentile(50),
        times.percentile(95),
      ]),
  }),
});
