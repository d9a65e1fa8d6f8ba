import { setTimeout as sleep } from 'node:timers/promises';
import { demoMessages, demoOperators, type DemoMessage } from './demo-console.ts';
import { Unanswered, type Call } from './seed-call.ts';

const MAILED_WITHIN_MS = 30_000;

export interface Admin {
  email: string;
  password: string;
}

/** What was mailed to an address, the newest first. */
export type ReadMail = (to: string) => Promise<readonly { text: string }[]>;

/**
 * Operators by invitation and its mail, messages by the public route, and what was made of some of them. `members` are
 * the tokens of those who write, by user name.
 */
export async function seedConsole(
  admin: Admin,
  members: ReadonlyMap<string, string>,
  readMail: ReadMail,
  call: Call,
  signal: AbortSignal,
): Promise<void> {
  const token = await signIn(admin, call);
  const [support, ...others] = demoOperators;
  await join(support, token, readMail, call, signal);
  const ids = await write(members, call);
  await answer(ids, support, call);
  // They come last: once all are there, so is everything else.
  for (const operator of others) await join(operator, token, readMail, call, signal);
  await call('POST', '/api/admin/logout', {}, { token });
}

async function signIn({ email, password }: Admin, call: Call): Promise<string> {
  const { token } = (await call('POST', '/api/admin/login', { email, password })) as { token: string };
  return token;
}

async function join(
  { name, email, role, password }: (typeof demoOperators)[number],
  token: string,
  readMail: ReadMail,
  call: Call,
  signal: AbortSignal,
): Promise<void> {
  const invitation = { name, email, role, reason: 'the demo world' };
  const invited = (await call('POST', '/api/admin/operators', invitation, { token, key: `demo-${email}` })) as {
    status: string;
  };
  if (invited.status !== 'invited') return;
  const link = await linkTo(email, readMail, signal);
  const accepted = await call('POST', '/api/admin/invitations/accept', { token: link, password });
  await call('POST', '/api/admin/logout', {}, { token: (accepted as { token: string }).token });
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
    const reply = await call('POST', '/api/admin/messages', body, {
      key: `demo-message-${n}`,
      ...(token !== undefined && { token }),
    });
    ids.set(message, (reply as { id: string }).id);
  }
  return ids;
}

/** Where somebody has touched a message since, it is theirs. */
async function answer(ids: ReadonlyMap<DemoMessage, string>, who: Admin, call: Call): Promise<void> {
  const token = await signIn(who, call);
  const { admin } = (await call('GET', '/api/admin/me', undefined, { token })) as { admin: { id: string } };
  for (const [{ triage, reply }, id] of ids) {
    const key = `demo-${id}`;
    if (triage) {
      const { mine = false, ...wish } = triage;
      const body = { version: 0, ...wish, ...(mine && { assignee: admin.id }) };
      await unlessTouched(call('PUT', `/api/admin/messages/${id}`, body, { token, key }));
    }
    if (reply !== undefined) {
      await unlessTouched(call('POST', `/api/admin/messages/${id}/reply`, { version: 0, text: reply }, { token, key }));
    }
  }
  await call('POST', '/api/admin/logout', {}, { token });
}

async function unlessTouched(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Unanswered) || error.status !== 409) throw error;
  }
}
