// spec: faults F45
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { mailHttp } from '@easel/contracts/mail/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appendPastChallenge,
  appendPastOrder,
  type PastEntry,
  posterChallengeOf,
} from '../local/testing/past-challenges.ts';
import { audit } from './harness/audit.ts';
import { HttpClient } from './harness/client.ts';
import { expectOk, People, type Member } from './harness/people.ts';
import { operator, startProduct, type Product } from './harness/product.ts';
import { accountFacts, Records } from './harness/records.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;
let http: HttpClient;
let folder: string;
let entrants: Member[];
let buyers: Member[];
let admins: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
  http = new HttpClient(product);
  entrants = [await people.register(), await people.register()];
  buyers = [await people.register(), await people.register()];
  const root = await signIn(operator.email, operator.password);
  admins = [root, await joinAdmin(root)];
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(email: string, password: string): Promise<string> {
  const reply = await http.call('POST', operatorsHttp.login.path, { body: { email, password } });
  return operatorsHttp.login.reply.parse(expectOk(reply).body).token;
}

async function joinAdmin(root: string): Promise<string> {
  const [email, password] = [`o${randomUUID().slice(0, 12)}@faults.example`, `secret-${randomUUID()}`];
  const body = { email, name: 'Ada', role: 'admin', reason: 'a test of faults' };
  await http.call('POST', operatorsHttp.invite.path, { token: root, body });
  const token = await http.eventually(`${mailHttp.json.path}?to=${email}`, product.mailboxKey, (reply) => {
    const { mails } = mailHttp.json.reply.parse(reply.body);
    return mails.map(({ text }) => /#token=([0-9a-f]+)/.exec(text)?.[1]).find(Boolean);
  });
  const reply = await http.call('POST', operatorsHttp.accept.path, { body: { token, password } });
  return operatorsHttp.accept.reply.parse(expectOk(reply).body).token;
}

/** An entry with a picture of its own. */
async function entryOf(member: Member): Promise<PastEntry> {
  const outcome = await people.generate(member);
  if (outcome.kind !== 'completed') throw new Error(`the picture ended ${outcome.kind}`);
  const { variants } = await people.ended(member, outcome.generationId);
  return {
    entryId: randomUUID(),
    memberId: member.id,
    generationId: outcome.generationId,
    variantId: variants[0]?.id ?? '',
  };
}

const announce = async (id: string, token: string): Promise<boolean> => {
  const path = competitionsConsoleHttp.announce.path.replace(':id', id);
  const reply = await http.call('POST', path, { token });
  return competitionsConsoleHttp.announce.reply.parse(expectOk(reply).body).announced;
};

const typesIn = (id: string): Promise<string[]> =>
  Records.of(product, async ({ log }) =>
    (await Array.fromAsync(log.readStored(competitionStream.nameOf(id)))).map(({ type }) => type),
  );

/** What challenges have brought the entrants of a month, by member: cents of shares and tenths of prizes. */
const broughtBy = (id: string): Promise<{ cents: number[]; tenths: number[] }[]> =>
  Records.of(product, async (records) => {
    const streams = await records.streams();
    return entrants.map((member) => {
      const facts = accountFacts(streams.get(`account-${member.id}`) ?? []);
      return {
        cents: facts.flatMap(({ type, data }) =>
          type === 'ChallengeShareGranted' && data.competitionId === id ? [data.cents] : [],
        ),
        tenths: facts.flatMap(({ type, data }) =>
          type === 'CreditsGranted' && data.key.startsWith(`prize ${id} `) ? [data.tenths] : [],
        ),
      };
    });
  });

/** Of appends those that come one behind the other: orders, marks, close, proposal, announcement, shares, prizes. */
const points = [
  ...[2, 5, 8].flatMap((n) => [`decider.before-append#${n}`, `decider.after-append#${n + 1}`]),
  'process.after-act#4',
  'competitions.before-prize#2',
];

describe('a challenge closes once, is announced once, and pays what came in once when the process dies at', () => {
  test.each(points.map((point, index) => [point, `2025-0${1 + index}`] as const))('%s', async (point, month) => {
    const entries = [await entryOf(entrants[0]!), await entryOf(entrants[1]!)];
    const onceFile = join(folder, point);
    await product.killEverything();
    await product.start({ faultPoint: point, onceFile, restarts: true });
    const id = posterChallengeOf(month);
    await Records.of(product, async ({ log }) => {
      // Of the first entry two buyers ordered, the first of them twice; of the second two.
      for (const buyer of [...buyers, buyers[0]!]) await appendPastOrder(log, buyer.id, entries[0]!, month);
      for (const buyer of buyers) await appendPastOrder(log, buyer.id, entries[1]!, month);
      await appendPastChallenge(log, product.secret('macKeys'), month, entries);
    });
    await until(async () => (await typesIn(id)).includes('CompetitionClosed'), { why: () => '(the close)' });
    await announce(id, admins[0]!);
    const confirmed = await Promise.all([announce(id, admins[1]!), announce(id, admins[1]!)]);
    expect(confirmed).toEqual([true, true]);
    await until(async () => (await broughtBy(id)).every(({ tenths }) => tenths.length > 0), {
      why: () => '(the prizes)',
    });
    await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
    await product.ready();

    expect((await typesIn(id)).filter((type) => !type.startsWith('Entry'))).toEqual([
      'CompetitionPrepared',
      'CompetitionOpened',
      'CompetitionClosed',
      'AnnouncementProposed',
      'WinnersAnnounced',
    ]);
    // Of $144.00 and $96.00: a tenth of each, and 25 and 20 percent of both.
    expect(await broughtBy(id)).toEqual([
      { cents: [1_440 + 6_000], tenths: [5_000] },
      { cents: [960 + 4_800], tenths: [3_000] },
    ]);
  });
});

test('after all of that every account sums up, and a replay gives the rows that are there', async () => {
  // What was ordered is being printed, which takes minutes.
  await audit(product, people, { goingOn: ['orders.print'] });
});
