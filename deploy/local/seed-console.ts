import { setTimeout as sleep } from 'node:timers/promises';
import { chatHttp } from '@easel/contracts/chat/http';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { messagesHttp } from '@easel/contracts/messages/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { demoConversations } from './demo-conversations.ts';
import { utcMonth } from '@easel/contracts/account/policy';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { preparedChallenges } from './demo-challenges.ts';
import { demoMessages, demoOperators, type DemoMessage } from './demo-console.ts';
import type { Call } from './seed-call.ts';

const MAILED_WITHIN_MS = 30_000;

export interface Admin {
  email: string;
  password: string;
}

/** What was mailed to an address, the newest first. */
export type ReadMail = (to: string) => Promise<readonly { text: string }[]>;

/**
 * Operators by invitation and its mail, messages by the public route, what was made of some of them, and conversations
 * with the assistant. `members` are the tokens of those who write, by user name.
 */
export async function seedConsole(
  admin: Admin,
  members: ReadonlyMap<string, string>,
  readMail: ReadMail,
  call: Call,
  signal: AbortSignal,
): Promise<void> {
  const token = await signIn(admin, call);
  await prepareChallenges(token, call);
  const [support, ...others] = demoOperators;
  await join(support, token, readMail, call, signal);
  const ids = await write(members, call);
  await answer(ids, support, call);
  await talk(members, call);
  // They come last: once all are there, so is everything else.
  for (const operator of others) await join(operator, token, readMail, call, signal);
  await call(operatorsHttp.logout, {}, { token });
}

/** Those of this month and the next; a challenge whose words an admin has changed stays as it is. */
export async function prepareChallenges(token: string, call: Call): Promise<void> {
  for (const body of preparedChallenges([utcMonth(new Date())])) {
    await call(competitionsConsoleHttp.prepare, { body }, { token }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== competitionProblems.exists.code) throw error;
    });
  }
}

export async function signIn({ email, password }: Admin, call: Call): Promise<string> {
  return (await call(operatorsHttp.login, { body: { email, password } })).token;
}

export async function join(
  { name, email, role, password }: (typeof demoOperators)[number],
  token: string,
  readMail: ReadMail,
  call: Call,
  signal: AbortSignal,
): Promise<void> {
  const body = { name, email, role, reason: 'the demo world' };
  const invited = await call(operatorsHttp.invite, { body }, { token, key: `demo-${email}` });
  if (invited.status !== 'invited') return;
  const link = await linkTo(email, readMail, signal);
  const accepted = await call(operatorsHttp.accept, { body: { token: link, password } });
  await call(operatorsHttp.logout, {}, { token: accepted.token });
}

/** The token of the newest invitation in the local mailbox. */
async function linkTo(email: string, readMail: ReadMail, signal: AbortSignal): Promise<string> {
  const deadline = Date.now() + MAILED_WITHIN_MS;
  for (;;) {
    const [mail] = await readMail(email);
    const token = /#token=([0-9a-f]+)/.exec(mail?.text ?? '')?.[1];
    if (token !== undefined) return token;
    if (Date.now() > deadline) throw new Error(`the invitation of ${email} did not arrive`);
    await sleep(200, undefined, { signal });
  }
}

async function write(members: ReadonlyMap<string, string>, call: Call): Promise<Map<DemoMessage, string>> {
  const ids = new Map<DemoMessage, string>();
  for (const [n, message] of demoMessages.entries()) {
    const { from, message_type, subject, message_content, priority } = message;
    const token = from === undefined ? undefined : members.get(from);
    const body = {
      message_type,
      sender_name: from === undefined ? null : `${from[0]?.toUpperCase() ?? ''}${from.slice(1)} Demo`,
      sender_email: from === undefined ? null : `${from}@easel.local`,
      subject,
      message_content,
      priority,
      source_page: { feature: '/report-feature', bug: '/report-bug', contact: '/contact' }[message_type],
    };
    const as = { key: `demo-message-${n}`, ...(token !== undefined && { token }) };
    ids.set(message, (await call(messagesHttp.submit, { body }, as)).id);
  }
  return ids;
}

/** Messages of a conversation are known by their times, so that these are the same at every start. */
async function talk(members: ReadonlyMap<string, string>, call: Call): Promise<void> {
  for (const [n, { from, questions }] of demoConversations.entries()) {
    const token = members.get(from);
    if (token === undefined) continue;
    const sessionId = `nova_demo_${n}`;
    const about = { sessionId, userAgent: 'Mozilla/5.0', category: 'help', tags: ['widget'] };
    const { conversationId } = await call(chatHttp.start, { body: about }, { token, key: sessionId });
    const ids = { conversationId, sessionId };
    const said = questions.flatMap(
      ({ asks, answer: content, topic }) =>
        [
          { messageType: 'user', content: asks, metadata: {} },
          { messageType: 'nova', content, metadata: { topic } },
        ] as const,
    );
    for (const [second, message] of said.entries()) {
      const body = { ...ids, ...message, timestamp: new Date(second * 1_000).toISOString() };
      await call(chatHttp.message, { body }, { token, key: `${sessionId}_${second}` });
    }
    const totalMessages = said.length;
    await call(chatHttp.end, { body: { ...ids, totalMessages } }, { token, key: `${sessionId}_end` });
  }
}

/** Where somebody has touched a message since, it is theirs. */
async function answer(ids: ReadonlyMap<DemoMessage, string>, who: Admin, call: Call): Promise<void> {
  const token = await signIn(who, call);
  const { admin } = await call(operatorsHttp.me, {}, { token });
  for (const [{ triage, reply }, id] of ids) {
    const key = `demo-${id}`;
    const params = { id };
    if (triage) {
      const { mine = false, ...request } = triage;
      const body = { version: 0, ...request, ...(mine && { assignee: admin.id }) };
      await unlessTouched(call(messagesHttp.triage, { params, body }, { token, key }));
    }
    if (reply !== undefined) {
      const body = { version: 0, text: reply };
      await unlessTouched(call(messagesHttp.reply, { params, body }, { token, key }));
    }
  }
  await call(operatorsHttp.logout, {}, { token });
}

async function unlessTouched(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  }
}
