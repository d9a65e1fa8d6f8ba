import { randomUUID } from 'node:crypto';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import type { TrialFact } from '@easel/contracts/trials/events';
import { trialProblems, type Trial } from '@easel/contracts/trials/http';
import { TRIALS_A_NETWORK, TRIALS_A_VISITOR, TRIALS_KEPT_DAYS } from '@easel/contracts/trials/policy';
import { trialsStream } from '@easel/contracts/trials/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Response, type Test } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { OwnGenerationsLookup } from '../generation/own-generations.lookup.ts';
import { registerMember, registrationOf, startApi } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { failAs, renderAs } from '../testing/render.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi({ trustProxy: ['loopback'], rateLimitScale: 100 });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

const day = new Date().toISOString().slice(0, 10);
let networks = 0;

/** Somebody's browser: it keeps the cookie that it is given. */
class Browser {
  cookie = '';

  constructor(readonly address = `203.0.${Math.floor(++networks / 250)}.${networks % 250}`) {}

  async make(prompt: string, { key = randomUUID(), status = 202 } = {}): Promise<Response> {
    return this.keep(await this.asked(prompt, key).expect(status));
  }

  asked(prompt: unknown, key: string = randomUUID()): Test {
    return this.by(supertest(server.http).post('/api/trials')).set('idempotency-key', key).send({ prompt });
  }

  async current(): Promise<Trial | null> {
    const { body } = await this.by(supertest(server.http).get('/api/trials/current'))
      .expect(200)
      .expect('cache-control', 'private, no-store');
    return (body as { trial: Trial | null }).trial;
  }

  image(id: string): Test {
    return this.by(supertest(server.http).get(`/api/trials/${id}/image`));
  }

  async register(): Promise<{ id: string; response: Response }> {
    const name = `m${randomUUID().slice(0, 8)}`;
    const registering = this.by(supertest(server.http).post('/api/auth/register')).send(registrationOf(name));
    const response = this.keep(await registering.expect(200));
    return { id: (response.body as { user: { id: string } }).user.id, response };
  }

  private by(test: Test): Test {
    return this.cookie === ''
      ? test.set('x-forwarded-for', this.address)
      : test.set('x-forwarded-for', this.address).set('cookie', this.cookie);
  }

  private keep(response: Response): Response {
    const [set] = cookiesOf(response);
    if (set !== undefined) this.cookie = set.split(';')[0] ?? '';
    return response;
  }
}

const cookiesOf = ({ headers }: Response): string[] =>
  ((headers['set-cookie'] as unknown as string[] | undefined) ?? []).filter((one) => one.startsWith('easel_visitor='));
const trialOf = ({ body }: Response): Trial => (body as { trial: Trial }).trial;
const facts = (id: string): Promise<Recorded<GenerationFact>[]> =>
  Array.fromAsync(server.foundation.log.read<GenerationFact>(generationStream.nameOf(id)));

async function visitorOf(id: string): Promise<string> {
  const [asked] = await facts(id);
  if (asked?.type !== 'GenerationRequested') throw new Error('it was never asked for');
  return asked.data.memberId;
}

async function finish(id: string, marked = Buffer.from('marked')): Promise<void> {
  await renderAs(server, {
    generationId: id,
    memberId: await visitorOf(id),
    bytes: Buffer.from('clean'),
    preview: marked,
    previewPx: 512,
  });
}

describe('a visitor', () => {
  test('has a picture made for nothing, and sees the marked copy alone', async () => {
    const ada = new Browser();
    const response = await ada.make('A red fox');
    const trial = trialOf(response);
    expect(trial).toMatchObject({ status: 'queued', prompt: 'A red fox', width: 512, height: 512, image_url: null });
    expect(cookiesOf(response)[0]).toMatch(
      /^easel_visitor=[\w.-]+; Max-Age=604800; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
    await ada.image(trial.id).expect(404);
    await finish(trial.id);
    expect(await ada.current()).toMatchObject({ status: 'completed', image_url: `/api/trials/${trial.id}/image` });
    const { body, headers } = await ada.image(trial.id).buffer(true).expect(200);
    expect(String(body)).toBe('marked');
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
    const [asked] = await facts(trial.id);
    expect(asked).toMatchObject({
      data: { prompt: 'A red fox', tenths: 0, trial: true, settings: { count: 1, seed: trial.seed } },
      metadata: { actor: { kind: 'visitor' } },
    });
  });

  test('is told how many pictures come before theirs', async () => {
    const [ada, bob] = [new Browser(), new Browser()];
    await ada.make('A red fox');
    await bob.make('An owl');
    const behind = await vi.waitFor(
      async () => {
        const trial = await bob.current();
        if (trial?.position === null || trial?.position === undefined) throw new Error('its place is not known yet');
        return trial;
      },
      { timeout: 20_000 },
    );
    expect(behind).toMatchObject({ status: 'queued', progress: 0 });
    expect(behind.position).toBeGreaterThan(0);
  });

  test('is nobody without a cookie that was signed here', async () => {
    const ada = new Browser();
    const { id } = trialOf(await ada.make('A red fox'));
    await finish(id);
    const visitorId = await visitorOf(id);
    const forged = new Browser();
    const [, , signature = ''] = ada.cookie.split('.');
    for (const cookie of [
      '',
      `easel_visitor=${visitorId}.${id}`,
      `easel_visitor=${visitorId}.${id}.${'0'.repeat(64)}`,
      `easel_visitor=${visitorId}.${randomUUID()}.${signature}`,
    ]) {
      forged.cookie = cookie;
      expect(await forged.current()).toBeNull();
      await forged.image(id).expect(404);
    }
    const member = await registerMember(server);
    for (const path of [`/api/trials/${id}/image`, `/api/generation/download/${id}/0`]) {
      await supertest(server.http)
        .get(path)
        .set(...member.bearer)
        .expect(404);
    }
    const other = new Browser();
    await other.make('An owl');
    await other.image(id).expect(404);
  });

  test('has one at a time', async () => {
    const ada = new Browser();
    const first = trialOf(await ada.make('A red fox'));
    expect((await ada.make('An owl', { status: 409 })).body).toMatchObject({ message: trialProblems.inFlight.message });
    await finish(first.id);
    expect(trialOf(await ada.make('An owl')).id).not.toBe(first.id);
  });

  test('has a few a day, those that could not be made left out', async () => {
    const ada = new Browser();
    for (let n = 0; n <= TRIALS_A_VISITOR; n++) {
      const { id } = trialOf(await ada.make(`Fox ${n}`));
      if (n === 0) await failAs(server, { generationId: id, memberId: await visitorOf(id) });
      else await finish(id);
    }
    expect((await ada.make('One more fox', { status: 403 })).body).toMatchObject({
      message: trialProblems.visitorSpent.message,
    });
  });

  test('who forgets the cookie, or makes addresses up, is counted by the network', async () => {
    const claim = () => new Browser('198.51.100.7');
    for (let n = 0; n < TRIALS_A_NETWORK; n++) await claim().make(`Fox ${n}`);
    expect((await claim().make('One more fox', { status: 403 })).body).toMatchObject({
      message: trialProblems.networkSpent.message,
    });
    // The proxy says the last one; what stands before it was claimed by whoever called.
    await new Browser('192.0.2.1, 198.51.100.7').make('One more fox', { status: 403 });
    await new Browser('2001:db8::1').make('One more fox');
  });

  test.each([[''], ['   '], [undefined], [7], ['x'.repeat(4001)]])('is refused %j as a member is', async (prompt) => {
    await new Browser().asked(prompt).expect(400);
  });

  test('spends nothing on words of which some characters cannot be set', async () => {
    const browser = new Browser();
    const { body } = await browser.make('poster that says "Привет"', { status: 422 });
    expect(body).toMatchObject({
      code: 'generation.unsettable_characters',
      characters: ['П', 'р', 'и', 'в', 'е', 'т'],
    });
    expect(await browser.current()).toBeNull();
    for (let n = 0; n < TRIALS_A_VISITOR; n++) await finish(trialOf(await browser.make(`Fox ${n}`)).id);
  });

  test('who is a member is told to use the studio', async () => {
    const member = await registerMember(server);
    const { body } = await new Browser()
      .asked('A red fox')
      .set(...member.bearer)
      .expect(403);
    expect(body).toMatchObject({ message: trialProblems.forVisitors.message });
  });
});

describe('a request that is repeated', () => {
  test('is the same picture, also where the first reply was lost with its cookie', async () => {
    const [ada, key] = [new Browser(), randomUUID()];
    const first = trialOf(await ada.make('A red fox', { key }));
    const again = new Browser(ada.address);
    expect(trialOf(await again.make('A red fox', { key })).id).toBe(first.id);
    expect(await again.current()).toMatchObject({ id: first.id });
    await again.asked('Another fox', key).expect(422);
  });

  test('from somewhere else is somebody else’s', async () => {
    const key = randomUUID();
    const first = trialOf(await new Browser().make('A red fox', { key }));
    expect(trialOf(await new Browser().make('A red fox', { key })).id).not.toBe(first.id);
  });

  test.each([true, false])('goes on where a claim was cut off, stored or not (%s)', async (isStored) => {
    const [ada, key] = [new Browser(), randomUUID()];
    const mend = cutAppends(server.foundation.log, trialsStream.nameOf(day), 'TrialClaimed', { isStored });
    await ada.make('A red fox', { key, status: 503 });
    mend();
    const { id } = trialOf(await ada.make('A red fox', { key }));
    const claims = await Array.fromAsync(server.foundation.log.read<TrialFact>(trialsStream.nameOf(day)));
    expect(claims.filter(({ data }) => data.generationId === id)).toHaveLength(1);
  });
});

test('the claim tells nothing of the address, and the log is told how long to keep it', async () => {
  const fresh = await startApi({ trustProxy: ['loopback'] });
  try {
    const keep = vi.spyOn(fresh.foundation.log, 'keepFor');
    await supertest(fresh.http)
      .post('/api/trials')
      .set('x-forwarded-for', '198.51.100.200')
      .send({ prompt: 'A red fox' })
      .expect(202);
    expect(keep.mock.calls).toEqual([[trialsStream.nameOf(day), TRIALS_KEPT_DAYS]]);
    const [claim] = await Array.fromAsync(fresh.foundation.log.read<TrialFact>(trialsStream.nameOf(day)));
    expect(claim?.data.network).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify([claim?.data, claim?.metadata])).not.toContain('198.51.100');
  } finally {
    await fresh.close();
  }
});

test('the house’s limiter counts by address, whatever is claimed of it', async () => {
  const fresh = await startApi({ rateLimitScale: 1 });
  try {
    const ask = (n: number) =>
      supertest(fresh.http).post('/api/trials').set('x-forwarded-for', `198.51.100.${n}`).send({ prompt: '' });
    for (let n = 0; n < 10; n++) await ask(n).expect(400);
    const { headers } = await ask(11).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await fresh.close();
  }
});

describe('who registers', () => {
  const adopted = (id: string): Promise<Recorded<GenerationFact> | undefined> =>
    vi.waitFor(
      async () => {
        const found = (await facts(id)).find(({ type }) => type === 'GenerationAdopted');
        if (!found) throw new Error('it was not adopted');
        return found;
      },
      { timeout: 20_000 },
    );

  test('has the picture, in words that no key of a visitor opens any more', async () => {
    const ada = new Browser();
    const { id } = trialOf(await ada.make('A red fox'));
    await finish(id);
    const visitorId = await visitorOf(id);
    const { id: memberId, response } = await ada.register();
    expect(cookiesOf(response)[0]).toMatch(/^easel_visitor=; Max-Age=0; Path=\/api/);
    expect(await adopted(id)).toMatchObject({ data: { memberId, visitorId, prompt: 'A red fox' } });
    await vi.waitFor(
      async () => {
        expect(await server.foundation.sealer.erasedOf([visitorId])).toEqual(new Set([visitorId]));
      },
      { timeout: 20_000 },
    );
    const [asked, ...later] = await facts(id);
    expect(asked).toMatchObject({ data: { prompt: ERASED } });
    expect(later.at(-1)).toMatchObject({ data: { prompt: 'A red fox' } });
    const { token } = response.body as { token: string };
    const download = () =>
      supertest(server.http).get(`/api/generation/download/${id}/0`).set('authorization', `Bearer ${token}`);
    expect(String((await download().buffer(true).expect(200)).body)).toBe('clean');
    await supertest(server.http)
      .put(`/api/generation/${id}/make-public`)
      .set('authorization', `Bearer ${token}`)
      .send({ isPublic: true })
      .expect(409);
  });

  test('has every picture made before registering, and erasure and export find them all', async () => {
    const ada = new Browser();
    const made = new Map<string, string>();
    for (const prompt of ['A red fox', 'An owl', 'A lake']) {
      const { id } = trialOf(await ada.make(prompt));
      made.set(id, prompt);
      await finish(id);
    }
    const [first = ''] = made.keys();
    const visitorId = await visitorOf(first);
    const { id: memberId } = await ada.register();
    for (const [id, prompt] of made) {
      expect(await adopted(id)).toMatchObject({ data: { memberId, visitorId, prompt } });
    }
    await vi.waitFor(
      async () => {
        expect(await server.foundation.sealer.erasedOf([visitorId])).toEqual(new Set([visitorId]));
      },
      { timeout: 20_000 },
    );
    const own = await Array.fromAsync(server.app.get(OwnGenerationsLookup).of(memberId));
    expect(own.toSorted()).toEqual([...made.keys()].toSorted());
  });

  test('has it once: with the same cookie nobody else does, and no visitor sees it any more', async () => {
    const ada = new Browser();
    const { id } = trialOf(await ada.make('A red fox'));
    await finish(id);
    const stolen = new Browser(ada.address);
    stolen.cookie = ada.cookie;
    const { id: first } = await ada.register();
    await adopted(id);
    expect(await stolen.current()).toBeNull();
    await stolen.image(id).expect(404);
    const again = trialOf(await stolen.make('An owl'));
    expect(again.prompt).toBe('An owl');
    expect(await visitorOf(again.id)).not.toBe(await visitorOf(id));
    expect((await facts(id)).filter(({ type }) => type === 'GenerationAdopted')).toMatchObject([
      { data: { memberId: first } },
    ]);
  });
});
