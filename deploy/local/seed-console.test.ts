import { Challenges } from '@easel/api/competitions/challenges';
import { competitionIdOf } from '@easel/api/competitions/competition-id';
import { LocalMailbox } from '@easel/api/mail/mail.tables';
import { operatorCredentials, registerMember, signInOperator, startApi } from '@easel/api/testing/api-server';
import type { ChatFact } from '@easel/contracts/chat/events';
import { isWithoutAnswer } from '@easel/contracts/chat/policy';
import { conversationStream } from '@easel/contracts/chat/stream';
import type { Fact } from '@easel/contracts/kernel/event';
import type { StreamKind } from '@easel/contracts/kernel/stream';
import { utcMonth } from '@easel/contracts/account/policy';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import type { MessageFact } from '@easel/contracts/messages/events';
import { messageStream } from '@easel/contracts/messages/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoConversations } from './demo-conversations.ts';
import { preparedChallenges } from './demo-challenges.ts';
import { demoMessages, demoOperators } from './demo-console.ts';
import { demoMembers } from './demo-world.ts';
import { callsTo } from './seed-call.ts';
import { prepareChallenges, seedConsole, signIn } from './seed-console.ts';

let server: TestServer;
let members: Map<string, string>;
const never = new AbortController().signal;

beforeAll(async () => {
  server = await startApi({ rateLimitScale: 1 });
  await signInOperator(server);
  members = new Map();
  for (const { username } of demoMembers) members.set(username, (await registerMember(server)).token);
});
afterAll(() => server.close());

const seed = async (): Promise<void> => {
  const mailbox = server.app.get(LocalMailbox, { strict: false });
  const call = callsTo(await server.app.getUrl(), never);
  await seedConsole(operatorCredentials, members, (to) => mailbox.list({ to }), call, never);
};
async function factsOf<F extends Fact>({ category }: StreamKind): Promise<F[]> {
  const facts: F[] = [];
  const enough = new AbortController();
  const { log } = server.foundation;
  for await (const item of log.subscribe({ categories: [category], after: 'start', signal: enough.signal })) {
    if (item.kind === 'fact') facts.push(item.fact as unknown as F);
    if (item.kind === 'caught-up') break;
  }
  enough.abort();
  return facts;
}

describe('the demo world’s console', () => {
  test('has an operator of each role, who signs in as the banner says', async () => {
    await seed();
    for (const { email, password, role } of demoOperators) {
      const { body } = await supertest(server.http).post('/api/admin/login').send({ email, password }).expect(200);
      expect(body.admin.role).toBe(role);
    }
  });

  test('has messages of each kind, some of them worked on, and nothing twice where it is seeded again', async () => {
    const before = await factsOf<MessageFact>(messageStream);
    await seed();
    const facts = await factsOf<MessageFact>(messageStream);
    expect(facts).toHaveLength(before.length);
    const submitted = facts.filter(({ type }) => type === 'MessageSubmitted');
    expect(submitted).toHaveLength(demoMessages.length);
    const kinds = submitted.map(({ data }) => ('messageType' in data ? data.messageType : ''));
    for (const kind of ['feature', 'bug', 'contact']) expect(kinds.filter((one) => one === kind)).toHaveLength(3);
    expect(facts.filter(({ type }) => type === 'MessageTriaged')).toHaveLength(5);
    expect(facts.filter(({ type }) => type === 'MessageReplied')).toHaveLength(1);
  });

  test('has conversations that have ended, one question of them with an answer, and none twice', async () => {
    // The tests before have seeded it twice.
    const facts = await factsOf<ChatFact>(conversationStream);
    const ofType = (wanted: ChatFact['type']) => facts.filter(({ type }) => type === wanted);
    expect(ofType('ConversationStarted')).toHaveLength(demoConversations.length);
    expect(ofType('ConversationEnded')).toHaveLength(demoConversations.length);
    const said = facts.flatMap(({ type, data }) => (type === 'ConversationMessageRecorded' ? [data] : []));
    expect(said).toHaveLength(6);
    expect(said.filter(isWithoutAnswer)).toHaveLength(2);
  });

  test('has the challenges of this month open and those of the next prepared, also where an admin has changed one', async () => {
    // The tests before have seeded it, and what visitors may send within ten minutes ends with that.
    const { kind, month } = preparedChallenges([utcMonth(new Date())])[2]!;
    const id = competitionIdOf(kind, month);
    await supertest(server.http)
      .put(competitionsConsoleHttp.revise.path.replace(':id', id))
      .set(...(await signInOperator(server)))
      .send({ theme: 'Another', description: 'Another one.' })
      .expect(200);
    const call = callsTo(await server.app.getUrl(), never);
    await prepareChallenges(await signIn(operatorCredentials, call), call);
    const lookup = server.app.get(Challenges, { strict: false });
    const phases = await Promise.all(
      preparedChallenges([utcMonth(new Date())]).map(
        async (one) => (await lookup.of(competitionIdOf(one.kind, one.month))).phase,
      ),
    );
    expect(phases).toEqual(['open', 'open', 'prepared', 'prepared']);
    expect((await lookup.of(id)).theme).toBe('Another');
  });
});
