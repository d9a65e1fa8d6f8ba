import { randomUUID } from 'node:crypto';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { decide } from '@easel/kernel/deciding/decide';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { topUpAs } from '../testing/accounts.ts';
import { renderAs } from '../testing/render.ts';
import { ChallengeRun } from './testing/challenge-run.ts';
import type { EnteredPicture } from './testing/past-challenge.ts';

let server: TestServer;
let run: ChallengeRun;
let member: TestMember;
let tshirt: string;
let poster: string;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 1_000 });
  run = new ChallengeRun(server);
  [tshirt, poster] = [await run.openOne('tshirt'), await run.openOne('poster')];
});
afterEach(() => tellFaultPoints(undefined));
afterAll(() => server.close());

const eligibility = async (of: TestMember, { generationId }: EnteredPicture) => {
  const { body } = await run.call('get', `eligibility/${generationId}`, of).expect(200);
  return (
    body as {
      challenges: {
        competition_id: string;
        left: number;
        variants: { variant_id: string; entry_id: string | null; refusals: { code: string; message: string }[] }[];
      }[];
    }
  ).challenges;
};
const codesIn = async (competitionId: string, of: TestMember, picture: EnteredPicture) =>
  (await eligibility(of, picture))
    .find((challenge) => challenge.competition_id === competitionId)
    ?.variants.flatMap(({ refusals }) => refusals.map(({ code }) => code));
const shown = async ({ generationId }: EnteredPicture) => {
  const reply = await supertest(server.http).get(`/api/curator/is-curator-image/${generationId}`);
  return reply.status === 200;
};
const typesOf = ({ generationId }: EnteredPicture) => run.studio.typesIn(`generation-${generationId}`);

describe('entering', () => {
  test('tags the picture and makes it public, and withdrawing makes it private again', async () => {
    member = await run.studio.member();
    const picture = await run.picture(member);
    expect(await shown(picture)).toBe(false);
    const entryId = await run.entered(member, tshirt, picture);
    expect(await shown(picture)).toBe(true);
    expect((await typesOf(picture)).slice(-2)).toEqual(['EntryTagged', 'MadePublic']);

    const path = `${tshirt}/entries/${entryId}`;
    await run.call('delete', path, member).expect(200);
    await run.call('delete', path, member).expect(200);
    expect(await shown(picture)).toBe(false);
    expect((await typesOf(picture)).slice(-2)).toEqual(['EntryUntagged', 'MadePrivate']);
    expect((await run.typesIn(tshirt)).slice(-2)).toEqual(['EntrySubmitted', 'EntryWithdrawn']);
  });

  test('leaves a picture public that was public before', async () => {
    member = await run.studio.member();
    const picture = await run.pictureOf(await run.studio.published(member, {}, { originalPx: 3840 }));
    const entryId = await run.entered(member, poster, picture);
    await run.call('delete', `${poster}/entries/${entryId}`, member).expect(200);
    expect(await shown(picture)).toBe(true);
    expect((await typesOf(picture)).slice(-2)).toEqual(['EntryTagged', 'EntryUntagged']);
  });

  test('creates one entry, however often the request is repeated', async () => {
    member = await run.studio.member();
    const [picture, key] = [await run.picture(member), randomUUID()];
    const enter = () => run.enter(member, tshirt, picture).set('idempotency-key', key).expect(200);
    const replies = [await enter(), ...(await Promise.all([enter(), enter()]))];
    expect(new Set(replies.map(({ body }) => (body as { entryId: string }).entryId)).size).toBe(1);
    const { body } = await run.enter(member, tshirt, picture).expect(409);
    expect(body.code).toBe(competitionProblems.enteredAlready.code);
    expect((await typesOf(picture)).filter((type) => type === 'EntryTagged')).toHaveLength(1);
  });

  test('allows only members, with their own pictures, in a challenge that exists', async () => {
    const other = await run.studio.member();
    const picture = await run.picture(member);
    await run.call('post', `${tshirt}/entries`).send(picture).expect(401);
    await run.enter({ ...member, bearer: await signInOperator(server) }, tshirt, picture).expect(401);
    await run.enter(other, tshirt, picture).expect(404);
    await run.enter(member, randomUUID(), picture).expect(404);
    await run.enter(member, tshirt, { ...picture, variantId: randomUUID() }).expect(404);
    await run.enter(member, tshirt, { ...picture, generationId: randomUUID() }).expect(404);
    await run.enter(member, tshirt, { ...picture, generationId: 'x' }).expect(400);
    await run.call('get', `eligibility/${picture.generationId}`, other).expect(404);
    await run.call('get', `eligibility/${picture.generationId}`).expect(401);
    const entryId = await run.entered(member, tshirt, picture);
    await run.call('delete', `${tshirt}/entries/${entryId}`, other).expect(404);
    await run.call('delete', `${tshirt}/entries/${entryId}`).expect(401);
    await run.call('delete', `${tshirt}/entries/${randomUUID()}`, member).expect(404);
  });
});

describe('a picture is refused, with the reason shown beforehand,', () => {
  test('if it is too small, has the wrong ratio, or has a background on a T-shirt', async () => {
    member = await run.studio.member();
    const small = await run.picture(member, {}, 2048);
    expect(await codesIn(tshirt, member, small)).toEqual([
      competitionProblems.tooSmall.code,
      competitionProblems.notTransparent.code,
    ]);
    expect(await codesIn(poster, member, small)).toEqual([competitionProblems.tooSmall.code]);
    expect((await run.enter(member, poster, small).expect(422)).body.code).toBe(competitionProblems.tooSmall.code);

    const wide = await run.pictureOf(
      await run.studio.finished(member, { isTshirtDesign: true }, { originalPx: { width: 3840, height: 2304 } }),
    );
    expect(await codesIn(tshirt, member, wide)).toEqual([competitionProblems.wrongRatio.code]);
    expect(await codesIn(poster, member, wide)).toEqual([]);
    expect((await run.enter(member, tshirt, wide).expect(422)).body.code).toBe(competitionProblems.wrongRatio.code);
    const odd = await run.pictureOf(
      await run.studio.finished(member, {}, { originalPx: { width: 3840, height: 3700 } }),
    );
    expect(await codesIn(poster, member, odd)).toEqual([competitionProblems.wrongRatio.code]);

    const opaque = await run.picture(member, {});
    expect((await run.enter(member, tshirt, opaque).expect(422)).body).toMatchObject({
      code: competitionProblems.notTransparent.code,
      message: competitionProblems.notTransparent.message,
    });
  });

  test('by the settings of the image itself if it was added to a generation later', async () => {
    member = await run.studio.member();
    const picture = await run.picture(member);
    const path = `create-variant/${picture.generationId}`;
    const { body } = await run.studio.post(member, path, { isTshirtDesign: false }).expect(202);
    const { generationId, variantId } = body as { generationId: string; variantId: string };
    await renderAs(server, { generationId, memberId: member.id, bytes: Buffer.from('a variant'), originalPx: 3840 });
    await vi.waitFor(async () => {
      const [{ variants } = { variants: [] }] = await eligibility(member, picture);
      expect(variants).toMatchObject([
        { variant_id: picture.variantId, refusals: [] },
        { variant_id: variantId, refusals: [{ code: competitionProblems.notTransparent.code }] },
      ]);
    });
  });

  test('if it is not finished', async () => {
    const generationId = await run.studio.queued(member);
    const picture = { generationId, variantId: randomUUID() };
    expect((await run.enter(member, poster, picture).expect(422)).body.code).toBe(competitionProblems.notFinished.code);
    expect((await eligibility(member, picture)).map(({ variants }) => variants)).toEqual([[], []]);
  });

  test('if it is entered already, or would be the fourth', async () => {
    member = await run.studio.member();
    const [first, second, third, fourth] = [
      await run.picture(member),
      await run.picture(member),
      await run.picture(member),
      await run.picture(member),
    ];
    const entryId = await run.entered(member, tshirt, first);
    expect(await codesIn(tshirt, member, first)).toEqual([competitionProblems.enteredAlready.code]);
    expect(await codesIn(poster, member, first)).toEqual([competitionProblems.enteredAlready.code]);
    expect((await run.enter(member, poster, first).expect(409)).body.code).toBe(
      competitionProblems.enteredAlready.code,
    );
    await run.entered(member, tshirt, second);
    await run.entered(member, tshirt, third);
    expect(await eligibility(member, fourth)).toMatchObject([
      { competition_id: tshirt, left: 0, variants: [{ refusals: [{ code: competitionProblems.tooMany.code }] }] },
      { competition_id: poster, left: 3, variants: [{ variant_id: fourth.variantId, entry_id: null, refusals: [] }] },
    ]);
    expect((await run.enter(member, tshirt, fourth).expect(409)).body.code).toBe(competitionProblems.tooMany.code);
    const [{ variants } = { variants: [] }] = await eligibility(member, first);
    expect(variants).toMatchObject([{ variant_id: first.variantId, entry_id: entryId }]);
    await run.call('delete', `${tshirt}/entries/${entryId}`, member).expect(200);
    await run.entered(member, tshirt, fourth);
  });
});

describe('while its challenge is open, the picture', () => {
  const purchase = (of: TestMember, imageId: string) =>
    supertest(server.http)
      .post('/api/images/purchase')
      .set(...of.bearer)
      .send({ imageId, size: '1K', paymentMethod: 'dollars' });

  test('is not sold, may be printed by everyone, and is sold again once the entry is withdrawn', async () => {
    const [owner, buyer] = [await run.studio.member(), await run.studio.member()];
    await topUpAs(server, buyer.id, 1_000);
    const picture = await run.pictureOf(await run.studio.published(owner, {}, { originalPx: 3840 }));
    const printable = () =>
      supertest(server.http)
        .get(`/api/shop/pictures/${picture.generationId}`)
        .set(...buyer.bearer);
    await printable().expect(404);
    const entryId = await run.entered(owner, poster, picture);
    expect((await purchase(buyer, picture.generationId).expect(409)).body.message).toBe('Sales Paused');
    expect((await printable().expect(200)).body.picture).toMatchObject({ width: 3840, height: 3840 });
    await run.call('delete', `${poster}/entries/${entryId}`, owner).expect(200);
    await printable().expect(404);
    await purchase(buyer, picture.generationId).expect(200);
  });

  test.each([
    ['deleted', (id: string, of: TestMember) => run.studio.call('delete', id, of)],
    [
      'made private',
      (id: string, of: TestMember) => run.studio.call('put', `${id}/make-public`, of).send({ isPublic: false }),
    ],
  ])('that is %s takes its entry along', async (_what, gone) => {
    const owner = await run.studio.member();
    const picture = await run.picture(owner);
    const entryId = await run.entered(owner, tshirt, picture);
    await gone(picture.generationId, owner).expect(200);
    await vi.waitFor(async () =>
      expect(await run.factOf(tshirt, 'EntryWithdrawn')).toMatchObject({ entryId, reason: 'picture-gone' }),
    );
    expect(await shown(picture)).toBe(false);
    expect((await typesOf(picture)).filter((type) => type === 'EntryTagged')).toHaveLength(1);
  });
});

describe('an entry whose request was interrupted between challenge and picture', () => {
  /** Throws the next time the failpoint is passed, as if the process died. */
  const dieAt = (point: string) => {
    let died = false;
    tellFaultPoints((name) => {
      if (name !== point || died) return;
      died = true;
      throw new Error('died');
    });
    return () => died;
  };

  test('is tagged by the process', async () => {
    const owner = await run.studio.member();
    const picture = await run.picture(owner);
    dieAt('competitions.after-submit');
    await run.enter(owner, tshirt, picture).expect(500);
    await vi.waitFor(async () => expect(await typesOf(picture)).toContain('EntryTagged'));
    expect(await shown(picture)).toBe(true);
  });

  test('is withdrawn if the picture is gone by then, also if that is interrupted as well', async () => {
    const owner = await run.studio.member();
    const picture = await run.picture(owner);
    const hasDied = dieAt('competitions.before-gone');
    await run.studio.call('delete', picture.generationId, owner).expect(200);
    const entryId = randomUUID();
    const size = { widthPx: 3840, heightPx: 3840, thumbhash: 'AAAA' };
    const command = { type: 'SubmitEntry', competitionId: tshirt, entryId, memberId: owner.id, ...picture, ...size };
    await server.app
      .get(CommandBus, { strict: false })
      .execute(decide(competitionStream, tshirt, { ...command, wasPublic: false }, run.context()));
    await vi.waitFor(
      async () => expect(await run.factOf(tshirt, 'EntryWithdrawn')).toMatchObject({ entryId, reason: 'picture-gone' }),
      { timeout: 20_000 },
    );
    expect(hasDied()).toBe(true);
    expect(await typesOf(picture)).not.toContain('EntryTagged');
  });
});
