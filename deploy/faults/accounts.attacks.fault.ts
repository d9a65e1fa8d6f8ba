// spec: faults A14, A15, A16, A23, A32, A34, A36
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountHttp } from '@easel/contracts/account/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { mailHttp, type LocalMail } from '@easel/contracts/mail/http';
import { membersHttp } from '@easel/contracts/members/http';
import { SIGN_IN_ATTEMPTS } from '@easel/contracts/members/policy';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import type { Reply } from './harness/client.ts';
import { LiveStream } from './harness/live-stream.ts';
import { expectOk, People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-accounts-'));

let product: Product;
let people: People;
beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** As strict as it is for people. */
const strictly = { env: { RATE_LIMIT_SCALE: '1' } };

/** Starts it anew, with nothing counted in memory. */
async function restart(options: Parameters<Product['start']>[0] = {}): Promise<void> {
  await product.killEverything();
  await product.start(options);
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  people.http.once('POST', path, { body, headers });
const signIn = (email: string, password: string, headers: Record<string, string> = {}): Promise<Reply> =>
  post(membersHttp.login.path, { email, password }, headers);
const forgot = (email: string): Promise<Reply> => post(membersHttp.forgotPassword.path, { email });
const isSignedIn = async (token: string): Promise<boolean> =>
  (await people.http.once('GET', membersHttp.me.path, { token })).status === 200;

const cookiesOf = ({ headers }: Reply, name: string): string =>
  headers
    .getSetCookie()
    .filter((cookie) => cookie.startsWith(name))
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

/** The reply without what differs between any two. */
const seen = ({ status, body }: Reply): object => ({ status, body: { ...(body as object), requestId: '' } });

const retryAfter = ({ headers }: Reply): number => Number(headers.get('retry-after'));

/** Waits for a mail to that address whose subject begins so, the newest of `count`. */
function mailTo(email: string, subject: string, count = 1): Promise<LocalMail> {
  return people.http.eventually(
    `${mailHttp.json.path}?to=${encodeURIComponent(email)}`,
    product.mailboxKey,
    (reply) => {
      const { mails } = mailHttp.json.reply.parse(expectOk(reply).body);
      const found = mails.filter((mail) => mail.subject.startsWith(subject));
      return found.length >= count ? found[0] : undefined;
    },
  );
}

const tokenIn = ({ text }: LocalMail): string => /[?&]token=([0-9a-f]{64})/.exec(text)?.[1] ?? '';

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe('telling accounts apart', () => {
  const ROUNDS = 80;
  /** An answer that skips the password's hash takes less than half the time. */
  const noiseMs = (medianMs: number): number => Math.max(3, medianMs / 4);

  /** Medians in milliseconds. Both are called in turn, so that whatever slows the machine slows both. */
  async function compare(
    call: (email: string) => Promise<Reply>,
    known: readonly string[],
  ): Promise<{ known: number; unknown: number; difference: number }> {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const measured = async (kind: keyof typeof times, email: string): Promise<Reply> => {
      const begun = performance.now();
      const reply = await call(email);
      times[kind].push(performance.now() - begun);
      return reply;
    };
    const unknown = (): string => `m${randomUUID().slice(0, 12)}@faults.example`;
    for (let round = -5; round < ROUNDS; round++) {
      if (round === 0) times.known = [];
      if (round === 0) times.unknown = [];
      const email = known[Math.abs(round) % known.length] ?? '';
      const order = [() => measured('known', email), () => measured('unknown', unknown())];
      const replies = [];
      for (const one of round % 2 === 0 ? order : order.toReversed()) replies.push(await one());
      const [first, second] = replies as [Reply, Reply];
      expect(seen(first)).toEqual(seen(second));
    }
    const differences = times.known.map((ms, round) => ms - (times.unknown[round] ?? 0));
    return { known: median(times.known), unknown: median(times.unknown), difference: median(differences) };
  }

  test.each([
    ['sign-in', (email: string) => signIn(email, 'a wrong password')],
    ['forgotten password', forgot],
  ] as const)('%s: the same body, in the same time', async (what, call) => {
    const known = [];
    for (let n = 0; n < 6; n++) known.push((await people.register()).email);
    const ms = await compare(call, known);
    tell(what, { knownMs: ms.known.toFixed(2), unknownMs: ms.unknown.toFixed(2), apartMs: ms.difference.toFixed(2) });
    expect(Math.abs(ms.difference)).toBeLessThan(noiseMs(ms.unknown));
  });
});

test('a reset token works once, and every other session is dead', async () => {
  const member = await people.register();
  const elsewhere = (expectOk(await signIn(member.email, member.password)).body as { token: string }).token;
  expectOk(await forgot(member.email));
  const token = tokenIn(await mailTo(member.email, 'Reset'));
  const reset = (newPassword: string): Promise<Reply> => post(membersHttp.resetPassword.path, { token, newPassword });
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => reset(`New Password ${n}`)));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(400)]);
  const winner = replies.findIndex(({ status }) => status === 200);
  expect(await isSignedIn(member.token)).toBe(false);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect((await reset('Once Again 1')).body).toMatchObject({
    message: 'Invalid reset link. Please request a new password reset.',
  });
  expect((await signIn(member.email, member.password)).status).toBe(401);
  expect((await signIn(member.email, `New Password ${winner}`)).status).toBe(200);
});

test('a mail that was asked for comes, whatever dies before it left', async () => {
  const member = await people.register();
  expectOk(await forgot(member.email));
  await restart();
  expect(tokenIn(await mailTo(member.email, 'Reset'))).toMatch(/^[0-9a-f]{64}$/);
});

describe('a change of profile comes to one fact and one row when the process dies at', () => {
  test.each(['outbox.before-append', 'outbox.after-append', 'decider.before-append'])('%s', async (faultPoint) => {
    const member = await people.register();
    const onceFile = join(folder, faultPoint);
    await restart({ faultPoint, onceFile, restarts: true });
    const email = `moved-${member.email}`;
    const { username, password: currentPassword } = member;
    const body = { firstName: 'Moved', lastName: 'Member', username, email, currentPassword };
    const put = (path: string, sent: object): Promise<Reply> =>
      people.http.call('PUT', path, { token: member.token, body: sent });
    expectOk(await put(membersHttp.updateProfile.path, body));
    expectOk(await put(membersHttp.updatePreferences.path, { defaultFormat: 'WebP' }));
    await until(() => existsSync(onceFile), { why: () => `(the death at ${faultPoint})` });
    const { user } = membersHttp.login.reply.parse(expectOk(await signIn(email, member.password)).body);
    expect(user).toMatchObject({ email, firstName: 'Moved', preferences: { defaultFormat: 'WebP' } });
    expect((await signIn(member.email, member.password)).status).toBe(401);
    expect(tokenIn(await mailTo(email, 'Verify'))).not.toBe('');
  });
});

describe('a session that was stolen', () => {
  test('34: changes no email without the password; with it, the link to the old address undoes that, and ends it', async () => {
    const member = await people.register();
    const theirs = `eve-${member.email}`;
    const { username, token, password } = member;
    const change = (more: object): Promise<Reply> =>
      people.http.call('PUT', membersHttp.updateProfile.path, {
        token,
        body: { firstName: 'Ada', lastName: 'L', username, email: theirs, ...more },
      });
    expect((await change({})).status).toBe(422);
    expect((await change({ currentPassword: 'a guess' })).status).toBe(422);
    expectOk(await change({ currentPassword: password }));
    expectOk(await forgot(theirs));
    const reset = tokenIn(await mailTo(theirs, 'Reset'));
    const undo = tokenIn(await mailTo(member.email, 'The email address'));
    expect((await people.http.once('GET', `/undo-email-change?token=${undo}`)).status).toBe(200);
    expect(await isSignedIn(token)).toBe(true);
    expectOk(await post(membersHttp.undoEmailChange.path, { token: undo }));
    expect(await isSignedIn(token)).toBe(false);
    expect((await post(membersHttp.resetPassword.path, { token: reset, newPassword: 'Hers now 1' })).status).toBe(400);
    expect((await post(membersHttp.undoEmailChange.path, { token: undo })).status).toBe(400);
    expect((await signIn(theirs, password)).status).toBe(401);
    expect((await signIn(member.email, password)).status).toBe(200);
  });

  test('36: is told nothing more once it has ended', async () => {
    const member = await people.register();
    const stream = await LiveStream.open(product, member);
    await stream.until((events) => events.length > 0);
    expectOk(await people.http.call('POST', membersHttp.logout.path, { token: member.token, body: {} }));
    await stream.ended();
    await expect(LiveStream.open(product, member)).rejects.toThrow('401');
  });
});

test('32: thirty addresses of one mailbox are rewarded as one', async () => {
  const crowd = new People(product);
  const inviter = await crowd.register();
  const mailbox = `m${randomUUID().slice(0, 8)}`;
  const addresses = Array.from({ length: 30 }, (_, n) =>
    n % 2 === 0 ? `${mailbox}+${n}@gmail.com` : `${mailbox.slice(0, 3)}.${mailbox.slice(3)}+${n}@googlemail.com`,
  );
  const invited = await Promise.all(addresses.map((email) => crowd.register({ invitedBy: inviter, email })));
  await Promise.all(invited.map((member) => crowd.verify(member)));
  await Promise.all(invited.map((member) => crowd.generate(member)));
  await crowd.http.eventually(accountHttp.balance.path, { token: inviter.token }, ({ body }) =>
    accountHttp.balance.reply.parse(body).credits > 50 ? true : undefined,
  );
  // Every image has been paid for, and whoever follows that has seen it.
  await audit(product, crowd);
  const balances = await Promise.all([inviter, ...invited].map((member) => crowd.balance(member)));
  expect(balances.map(({ credits }) => credits).toSorted((one, other) => other - one)).toEqual([
    75,
    70,
    ...Array<number>(29).fill(45),
  ]);
});

describe('with the limits of people', () => {
  /** Everyone is on this machine, so only a cookie tells the owner's browser from the attacker's. */
  let owner: Member & { cookie: string };

  beforeAll(async () => {
    await restart();
    const member = await people.register();
    const signedIn = expectOk(await signIn(member.email, member.password));
    owner = { ...member, cookie: cookiesOf(signedIn, 'easel_device_') };
    await restart(strictly);
  });

  /** What was counted in the database outlives every restart: each test begins anew. */
  beforeEach(() => Records.of(product, (records) => records.rows('delete from vault.attempts')));

  const attempt = (n: number, headers: Record<string, string> = {}): Promise<Reply> =>
    signIn(owner.email, `guess number ${n}`, headers);

  /** Beyond every limit, that of the account, of the address and of the route. */
  const GUESSES = 60;

  test('who guesses passwords waits, also over a crash, and the owner signs in all the while', async () => {
    const replies: Reply[] = [];
    for (let n = 0; n < GUESSES; n++) replies.push(await attempt(n));
    const { attempts } = SIGN_IN_ATTEMPTS.account;
    expect(replies.map(({ status }) => status)).toEqual([
      ...Array<number>(attempts).fill(401),
      ...Array<number>(GUESSES - attempts).fill(429),
    ]);
    for (const reply of replies.slice(attempts)) expect(retryAfter(reply)).toBeGreaterThan(0);
    expect((await signIn(owner.email, owner.password, { cookie: owner.cookie })).status).toBe(200);

    await restart(strictly);
    expect((await attempt(61)).status).toBe(429);
    expect((await signIn(owner.email, owner.password)).status).toBe(429);
    expect((await signIn(owner.email, owner.password, { cookie: owner.cookie })).status).toBe(200);
    const forged = owner.cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await signIn(owner.email, owner.password, { cookie: forged })).status).toBe(429);
  });

  test('an account that does not exist is locked alike', async () => {
    await restart(strictly);
    const beyond = SIGN_IN_ATTEMPTS.account.attempts + 1;
    const lock = async (email: string): Promise<Reply[]> => {
      // The address both come from is not to be what locks them.
      await Records.of(product, (records) =>
        records.rows("delete from vault.attempts where key like 'sign in by address:%'"),
      );
      const replies: Reply[] = [];
      for (let n = 0; n < beyond; n++) replies.push(await signIn(email, 'a guess'));
      return replies;
    };
    const known = await lock(owner.email);
    const unknown = await lock(`nobody-${randomUUID().slice(0, 8)}@faults.example`);
    expect(unknown.map(seen)).toEqual(known.map(seen));
    expect(known.at(-1)?.status).toBe(429);
    expect(known.slice(0, -1).every(({ status }) => status === 401)).toBe(true);
  });

  test('a claimed address lifts no limit', async () => {
    await restart(strictly);
    const claims = (n: number): Record<string, string> => ({
      'x-forwarded-for': `203.0.113.${n}`,
      'x-real-ip': `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'cf-connecting-ip': `203.0.113.${n}`,
    });
    const replies: Reply[] = [];
    for (let n = 0; n < 40; n++) {
      replies.push(await signIn(`somebody-${n}@faults.example`, 'a guess', claims(n)));
    }
    expect(replies.slice(-10).map(({ status }) => status)).toEqual(Array(10).fill(429));
    const forgotten: number[] = [];
    for (let n = 0; n < 12; n++) {
      const body = { email: `somebody-${n}@faults.example` };
      forgotten.push((await post(membersHttp.forgotPassword.path, body, claims(n))).status);
    }
    expect(forgotten).toEqual([...Array<number>(membersHttp.forgotPassword.limit.calls).fill(200), 429, 429]);
  });

  test('pictures ordered in bulk are 429 with a time to wait, and the next member is served', async () => {
    await restart(strictly);
    const { calls } = generationHttp.generate.limit;
    const order = (token: string): Promise<Reply> =>
      people.http.once('POST', generationHttp.generate.path, {
        token,
        headers: { prefer: 'respond-async' },
        body: { prompt: `in bulk ${randomUUID()}`, resolution: '1k', agreed: true },
      });
    const replies: Reply[] = [];
    for (let n = 0; n < calls + 10; n++) replies.push(await order(owner.token));
    expect(replies.slice(0, calls).every(({ status }) => [202, 402, 403].includes(status))).toBe(true);
    for (const reply of replies.slice(calls)) {
      expect(reply.status).toBe(429);
      expect(retryAfter(reply)).toBeGreaterThan(0);
    }
    const other = await people.register();
    expect((await order(other.token)).status).toBe(202);
  });

  test('the public gallery read in bulk is 429 with a time to wait', async () => {
    await restart(strictly);
    const { calls } = galleryHttp.public.limit;
    const page = (n: number): Promise<Reply> =>
      people.http.once('GET', `${galleryHttp.public.path}?page=${n}`, {
        headers: { 'x-forwarded-for': `203.0.113.${n % 250}` },
      });
    const replies: Reply[] = [];
    while (replies.length < calls + 20) {
      replies.push(...(await Promise.all(Array.from({ length: 20 }, (_, n) => page(replies.length + n + 1)))));
    }
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(calls);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    for (const reply of refused) expect(retryAfter(reply)).toBeGreaterThan(0);
  });
});
