import { defineProblems } from '../kernel/problem.ts';

/** Who wrote a message. */
export const speakers = ['user', 'nova'] as const;
export type Speaker = (typeof speakers)[number];

/** Messages per conversation, so that its stream stays small. */
export const MESSAGES_MAX = 400;
/** Without a message for so long a conversation has ended: its browser may have vanished and not said so. */
export const SILENCE_MS = 30 * 60_000;

/** When silence has ended a conversation; undefined while it may go on. */
export function silentEnd(lastAt: Date, now: Date): Date | undefined {
  const end = new Date(lastAt.getTime() + SILENCE_MS);
  return end <= now ? end : undefined;
}

export const CHAT_TEXT_MAX = 4_000;
export const CHAT_SUGGESTIONS_MAX = 12;
export const CHAT_SUGGESTION_MAX = 120;
export const RESPONSE_MS_MAX = 3_600_000;

/** As the widget makes it: 'nova_', a timestamp and random characters. spec: public-and-commerce §3 "Chat". */
export const chatSessionId = /^nova_[A-Za-z0-9_-]{1,90}$/;

/** Id of a knowledge topic. Other shapes are rejected, because the id is stored unencrypted. */
export const topicId = /^[a-z0-9][a-z0-9._/-]{0,59}$/;

/** Whether a message is an answer without a topic, so that the question counts as unanswered. */
export const isWithoutAnswer = ({ answersId, topic }: { answersId: string | null; topic: string | null }): boolean =>
  answersId !== null && topic === null;

export const chatProblems = defineProblems('chat', {
  notFound: [404, 'Conversation not found'],
  ended: [409, 'This conversation has ended. Please start a new one.'],
  full: [409, 'This conversation is full. Please start a new one.'],
});
