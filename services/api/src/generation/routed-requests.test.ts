import { randomUUID } from 'node:crypto';
import { accountStream } from '@easel/contracts/account/stream';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { ProviderFact, SpendingFact } from '@easel/contracts/providers/events';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadStream } from '@easel/contracts/uploads/stream';
import type { Fact } from '@easel/contracts/kernel/event';
import { decide } from '@easel/kernel/deciding/decide';
import { newFacts, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountCommand } from '../account/account.decider.ts';
import { registerMember, signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { cellar, mystic, providerFile } from '../testing/provider-file.ts';
import { failAs } from '../testing/render.ts';
import { Studio } from '../testing/studio.ts';
import { ProvidersLookup } from '../providers/providers.lookup.ts';
import { generationIdOf } from './image-requests.ts';

/** The cheapest. It may make ten pictures in a day, and two for each member. */
const attic = { ...cellar, name: 'attic', label: 'The attic', factor: 0.5, budget: { day: 0.1, memberDay: 0.025 } };
const file = providerFile(cellar, mystic, attic);
let server: TestServer;
let studio: Studio;
let admin: [string, string];
let member: TestMember;
beforeAll(async () => {
  const environment = { MYSTIC_HOOK: 'a secret' };
  server = await startApi({ providers: { PROVIDERS: file.path }, environment });
  studio = new Studio(server);
  admin = await signInOperator(server);
});
afterAll(async () => {
  await server.close();
  file.remove();
});
beforeEach(async () => {
  member = await registerMember(server);
});

/** It would not be understood by the built-in renderer. */
const owl = { prompt: 'an owl reading a newspaper', resolution: '1k', agreed: false };
const ask = (body: object) => studio.submit(member, { ...owl, ...body });
const requestOf = async (reply: { body: { generation?: { id: string }; generationId?: string } }) => {
  const id = reply.body.generation?.id ?? reply.body.generationId ?? '';
  const [fact] = await studio.factsOf(generationStream.nameOf(id));
  return fact?.data as Record<string, unknown> & { settings: GenerationSettings };
};
const append = async (stream: string, facts: readonly Fact[]): Promise<void> => {
  const context = { key: randomUUID(), actor: { kind: 'system', id: 'a test' }, correlationId: randomUUID() } as const;
  const { length } = await studio.factsOf(stream);
  await server.foundation.log.append(stream, length === 0 ? 'none' : length - 1, newFacts(stream, facts, context));
  server.app.get(ProvidersLookup, { strict: false }).outdate();
};
const refused = async (body: object, status: number, problem: object, path = 'generate'): Promise<void> => {
  const before = await studio.balanceOf(member);
  const reply = await studio
    .post(member, path, { ...owl, ...body })
    .set('prefer', 'respond-async')
    .expect(status);
  expect(reply.body).toMatchObject(problem);
  expect(await studio.balanceOf(member)).toEqual(before);
};
const imageOf = async (generationId: string): Promise<string> => {
  const facts = await studio.factsOf(generationStream.nameOf(generationId));
  return (facts.find(({ type }) => type === 'VariantCreated')!.data as { variantId: string }).variantId;
};
const file64 = { blob: 'ab'.repeat(32), bytes: 9, width: 640, height: 640 };
const uploaded = async (memberId: string, purpose: 'reference' | 'mask' = 'reference'): Promise<string> => {
  const uploadId = randomUUID();
  const fact: UploadFact = {
    type: 'PictureUploaded',
    data: {
      uploadId,
      memberId,
      purpose,
      sentAs: 'png',
      fileName: 'cat.png',
      thumbhash: 'AAAA',
      original: file64,
      preview: file64,
      thumbnail: file64,
      // A mask of yesterday would be deleted at once.
      uploadedAt: new Date().toISOString(),
    },
  };
  await append(uploadStream.nameOf(memberId), [fact]);
  return uploadId;
};

describe('a request', () => {
  test('goes to the provider that it names, at that provider’s price, and is never refused as not understood', async () => {
    const reply = await ask({ provider: 'cellar', expected_credits: 10 }).expect(202);
    expect(await requestOf(reply)).toMatchObject({ provider: 'cellar', tenths: 100 });
    expect(await studio.balanceOf(member)).toEqual({ credits: 40, held: 10 });
  });

  test('goes to the cheapest of those that can where nothing is named, and not to the built-in renderer', async () => {
    expect(await requestOf(await ask({}).expect(202))).toMatchObject({ provider: 'attic', tenths: 25 });
  });

  test('goes where the table sends its model, which a provider that it names overrules', async () => {
    const { body } = await supertest(server.http)
      .get('/api/admin/providers')
      .set(...admin);
    const { version } = (body as { routing: { version: number } }).routing;
    const revise = (seen: number, routes: object) =>
      supertest(server.http)
        .put('/api/admin/providers/routing')
        .set(...admin)
        .send({ version: seen, routes, reason: 'a test' })
        .expect(200);
    await revise(version, { zen: 'cellar' });
    expect(await requestOf(await ask({ model: 'zen' }).expect(202))).toMatchObject({ provider: 'cellar' });
    const named = await ask({ model: 'zen', provider: 'attic' }).expect(202);
    expect(await requestOf(named)).toMatchObject({ provider: 'attic' });
    await revise(version + 1, {});
  });

  test('is asked for in the provider’s own pixels where those are not the picture’s', async () => {
    const large = await ask({ provider: 'cellar', resolution: '2k', aspect_ratio: '1:1' }).expect(202);
    expect(await requestOf(large)).toMatchObject({ ask: { width: 1408, height: 1408 } });
    const exact = await ask({ provider: 'cellar', resolution: '1k', aspect_ratio: '1:1' }).expect(202);
    expect(await requestOf(exact)).not.toHaveProperty('ask');
  });

  test('is drawn by the built-in renderer where it names that, which still says what it does not understand', async () => {
    await refused({ provider: 'procedural' }, 409, { code: 'generation.not_understood' });
    const reply = await ask({ provider: 'procedural', agreed: true }).expect(202);
    expect(await requestOf(reply)).toMatchObject({ provider: 'procedural', tenths: 50 });
  });

  test('keeps settings that its provider makes nothing of', async () => {
    const reply = await ask({ provider: 'mystic', seed: 7, safety_tolerance: 5, raw_mode: true }).expect(202);
    expect(await requestOf(reply)).toMatchObject({ settings: { seed: 7, safetyTolerance: 5, rawMode: true } });
  });
});

test('a request that was cut off after its hold is recorded at the price that is held', async () => {
  const key = randomUUID();
  const route = 'POST /api/generation/generate';
  const context: CommandContext = {
    key: `member:${member.id} ${route} ${route} ${key}`,
    actor: { kind: 'member', id: member.id },
    correlationId: randomUUID(),
  };
  const charge = { generationId: generationIdOf(context), fingerprint: key, tenths: 70, images: 1 };
  const hold = { type: 'HoldCredits', memberId: member.id, charges: [charge] } as const;
  const commands = server.app.get(CommandBus, { strict: false });
  await commands.execute(decide<AccountCommand>(accountStream, member.id, hold, context));
  const reply = await ask({ provider: 'cellar' }).set('idempotency-key', key).expect(202);
  expect(await requestOf(reply)).toMatchObject({ provider: 'cellar', tenths: 70 });
  expect(await studio.balanceOf(member)).toEqual({ credits: 43, held: 7 });
});

describe('before anything is charged', () => {
  test('says what a provider cannot do', async () => {
    const code = 'providers.impossible';
    await refused({ provider: 'mystic', isTshirtDesign: true }, 422, {
      code,
      message: 'Mystic cannot make a transparent background.',
    });
    await refused({ provider: 'mystic', aspect_ratio: 'ultrawide_21_9' }, 422, {
      code,
      message: 'Mystic does not make this shape.',
    });
    const id = await uploaded(member.id);
    const references = [{ kind: 'upload', id }];
    await refused({ provider: 'procedural', references }, 422, {
      code,
      message: 'The built-in renderer takes no reference pictures.',
    });
    await refused({ provider: 'cellar', references: Array.from({ length: 3 }, () => references[0]) }, 422, {
      code,
      message: 'The cellar takes at most 2 reference pictures.',
    });
    await refused({ provider: 'cellar', references: [{ kind: 'upload', id, role: 'style' }] }, 422, {
      code,
      message: 'The cellar takes no reference picture for the style alone.',
    });
    const style = { kind: 'upload', id, role: 'style' };
    await refused({ provider: 'mystic', references: [style, style] }, 422, {
      code,
      message: 'Mystic takes one reference picture for the style.',
    });
  });

  test('says that a provider is paused or fails, and takes a repeat of what was accepted before', async () => {
    const key = randomUUID();
    const first = await ask({ provider: 'mystic' }).set('idempotency-key', key).expect(202);
    const action = { provider: 'mystic', actionId: randomUUID(), reason: 'a test' };
    await append('provider-mystic', [{ type: 'ProviderPaused', data: action } satisfies ProviderFact]);
    await refused({ provider: 'mystic', prompt: 'another' }, 503, {
      code: 'providers.unavailable',
      message: 'Mystic is paused. Nothing was charged.',
    });
    const again = await ask({ provider: 'mystic' }).set('idempotency-key', key).expect(202);
    expect(again.body).toEqual(first.body);
    const until = new Date(Date.now() + 60_000).toISOString();
    const failing = { provider: 'mystic', reason: 'unreachable', failures: 5, until } as const;
    await append('provider-mystic', [
      { type: 'ProviderResumed', data: { ...action, actionId: randomUUID() } },
      { type: 'ProviderFailing', data: failing },
    ] satisfies ProviderFact[]);
    await refused({ provider: 'mystic', prompt: 'another' }, 503, {
      message: 'Mystic does not answer. Nothing was charged.',
    });
    expect(await studio.factsOf(generationStream.nameOf(first.body.generation.id))).toHaveLength(1);
    await append('provider-mystic', [{ type: 'ProviderRecovered', data: { provider: 'mystic' } }]);
  });

  test('says that a provider is no longer there', async () => {
    await refused({ provider: 'nobody' }, 422, { message: 'The chosen provider is no longer available.' });
  });

  test('says what it costs where its caller was shown something else', async () => {
    await refused({ provider: 'cellar', expected_credits: 5 }, 409, { code: 'providers.price_changed', expected: 10 });
    const requests = [
      { ...owl, provider: 'attic', expected_credits: 2.5 },
      { ...owl, expected_credits: 5 },
    ];
    await refused({ requests }, 409, { code: 'providers.price_changed', expected: 2.5 }, 'generate/batch');
  });

  test('says that today’s budget does not cover it, all pictures counted', async () => {
    const reserve = async (memberId: string, micros: number): Promise<void> => {
      const day = new Date().toISOString().slice(0, 10);
      const id = randomUUID();
      const data = { provider: 'attic', day, memberId, generationId: id, call: id, micros };
      await append(`spending-attic.${day}`, [{ type: 'SpendReserved', data } satisfies SpendingFact]);
    };
    await reserve(randomUUID(), 70_000);
    await refused({ provider: 'attic', count: 4 }, 429, { code: 'providers.day_budget_spent' });
    await ask({ provider: 'attic' }).expect(202);
    await reserve(member.id, 20_000);
    await refused({ provider: 'attic', prompt: 'another' }, 429, { code: 'providers.member_budget_spent' });
  });
});

describe('a reference', () => {
  test('is a picture of one’s own or an upload, with its role and strength', async () => {
    const generationId = await studio.finished(member, { provider: 'procedural' });
    const variantId = await imageOf(generationId);
    const upload = await uploaded(member.id);
    const reply = await ask({
      provider: 'mystic',
      references: [
        { kind: 'image', id: variantId, generation_id: generationId, role: 'structure', strength: 60 },
        { kind: 'upload', id: upload, role: 'style' },
      ],
    }).expect(202);
    expect(await requestOf(reply)).toMatchObject({
      references: [
        { kind: 'own', id: variantId, generationId, role: 'structure', strength: 60, file: { width: 1024 } },
        { kind: 'upload', id: upload, role: 'style', file: file64 },
      ],
    });
  });

  test('is nobody else’s, nothing deleted and no mask', async () => {
    const other = await registerMember(server);
    const generationId = await studio.published(other, { provider: 'procedural' });
    const id = await imageOf(generationId);
    const own = await studio.finished(member, { provider: 'procedural' });
    const gone = { code: 'providers.reference_gone' };
    const deleted = await uploaded(member.id);
    const ids = { uploadId: deleted, memberId: member.id };
    await append(uploadStream.nameOf(member.id), [{ type: 'UploadDeleted', data: ids } satisfies UploadFact]);
    for (const reference of [
      { kind: 'image', id, generation_id: generationId },
      { kind: 'image', id, generation_id: own },
      { kind: 'image', id: randomUUID(), generation_id: randomUUID() },
      { kind: 'upload', id: await uploaded(other.id) },
      { kind: 'upload', id: await uploaded(member.id, 'mask') },
      { kind: 'upload', id: deleted },
      { kind: 'upload', id: randomUUID() },
    ]) {
      await refused({ provider: 'cellar', references: [reference] }, 404, gone);
    }
    await refused({ provider: 'cellar', references: [{ kind: 'image', id }] }, 400, {});
    const image = { kind: 'image', id: await imageOf(own), generation_id: own };
    await studio.call('delete', own, member).expect(200);
    await refused({ provider: 'cellar', references: [image] }, 404, gone);
  });

  test('that is deleted later keeps nobody from repeating what was accepted with it', async () => {
    const upload = await uploaded(member.id);
    const references = [{ kind: 'upload', id: upload }];
    const send = () => ask({ provider: 'cellar', references }).set('idempotency-key', upload).expect(202);
    const first = await send();
    const ids = { uploadId: upload, memberId: member.id };
    await append(uploadStream.nameOf(member.id), [{ type: 'UploadDeleted', data: ids } satisfies UploadFact]);
    expect((await send()).body).toEqual(first.body);
    expect(await requestOf(first)).toMatchObject({ references });
    expect(await studio.balanceOf(member)).toEqual({ credits: 40, held: 10 });
  });

  test('is a bought picture while its maker lets it be remixed', async () => {
    const maker = await registerMember(server);
    const generationId = await studio.published(maker, { provider: 'procedural' });
    const id = await imageOf(generationId);
    await supertest(server.http)
      .post('/api/images/purchase')
      .set(...member.bearer)
      .send({ imageId: generationId, variantId: id, size: '1K' })
      .expect(200);
    const references = [{ kind: 'image', id, generation_id: generationId }];
    const reply = await ask({ provider: 'cellar', references, prompt: 'bought' }).expect(202);
    expect(await requestOf(reply)).toMatchObject({ references: [{ kind: 'bought', id, generationId }] });
    await studio.call('put', `${generationId}/make-public`, maker).send({ isPublic: false }).expect(200);
    await refused({ provider: 'cellar', references }, 403, { code: 'providers.reference_not_licensed' });
  });
});

describe('a variant', () => {
  const variant = (generationId: string, body: object) =>
    studio.post(member, `create-variant/${generationId}`, { agreed: false, ...body });

  test('of a picture like it sends that picture first, the more of it the subtler', async () => {
    const generationId = await studio.finished(member, { provider: 'procedural' });
    const id = await imageOf(generationId);
    const upload = await uploaded(member.id);
    for (const [similar, strength] of [
      ['subtle', 80],
      ['strong', 40],
    ] as const) {
      const references = [{ kind: 'upload', id: upload }];
      const reply = await variant(generationId, { provider: 'cellar', similar, references }).expect(202);
      expect(await requestOf(reply)).toMatchObject({
        provider: 'cellar',
        references: [
          { kind: 'own', id, generationId, strength },
          { kind: 'upload', id: upload },
        ],
      });
    }
    const before = await studio.balanceOf(member);
    const { body } = await variant(generationId, { provider: 'procedural', similar: 'subtle' }).expect(422);
    expect(body).toMatchObject({ code: 'providers.impossible' });
    const both = { provider: 'cellar', similar: 'subtle', edit: { kind: 'extend' }, aspect_ratio: '16:9' };
    await variant(generationId, both).expect(400);
    expect(await studio.balanceOf(member)).toEqual(before);
  });

  test('repaints what a mask of the member’s marks, in the picture’s own shape', async () => {
    const generationId = await studio.finished(member, { provider: 'procedural', aspect_ratio: 'widescreen_16_9' });
    const mask = await uploaded(member.id, 'mask');
    const edit = { kind: 'replace', mask };
    const reply = await variant(generationId, { provider: 'cellar', edit, aspect_ratio: '1:1' }).expect(202);
    expect(await requestOf(reply)).toMatchObject({
      settings: { aspectRatio: 'widescreen_16_9' },
      edit: { kind: 'replace', source: { kind: 'own', generationId }, mask: file64 },
    });
    const other = await registerMember(server);
    for (const wrong of [await uploaded(other.id, 'mask'), await uploaded(member.id)]) {
      const { body } = await variant(generationId, { provider: 'cellar', edit: { ...edit, mask: wrong } }).expect(404);
      expect(body).toMatchObject({ code: 'providers.reference_gone' });
    }
    const { body } = await variant(generationId, { provider: 'mystic', edit }).expect(422);
    expect(body).toMatchObject({ message: 'Mystic cannot change parts of a picture.' });
  });

  test('extends a picture into another shape', async () => {
    const generationId = await studio.finished(member, { provider: 'procedural' });
    const edit = { kind: 'extend' };
    const reply = await variant(generationId, { provider: 'cellar', edit, aspect_ratio: '16:9' }).expect(202);
    expect(await requestOf(reply)).toMatchObject({
      settings: { aspectRatio: 'widescreen_16_9' },
      edit: { kind: 'extend', source: { kind: 'own', id: await imageOf(generationId), generationId } },
    });
    const same = await variant(generationId, { provider: 'cellar', edit }).expect(400);
    expect(same.body).toMatchObject({ message: 'Please choose another shape than the picture has' });
    const gone = { provider: 'cellar', edit, aspect_ratio: '16:9', variant_id: randomUUID() };
    const { body } = await variant(generationId, gone).expect(404);
    expect(body).toMatchObject({ code: 'providers.reference_gone' });
  });
});

describe('a retry', () => {
  test('is routed as a new request, with the same references', async () => {
    const upload = await uploaded(member.id);
    const references = [{ kind: 'upload', id: upload, strength: 30 }];
    const reply = await ask({ provider: 'cellar', references }).expect(202);
    const generationId = reply.body.generation.id as string;
    await failAs(server, { generationId, memberId: member.id });
    const retried = await studio.post(member, `${generationId}/retry`).expect(202);
    expect(await requestOf(retried)).toMatchObject({
      provider: 'attic',
      tenths: 25,
      references: [{ kind: 'upload', id: upload, strength: 30, file: file64 }],
    });
  });

  test('is refused where a picture that it sends along is gone', async () => {
    const upload = await uploaded(member.id);
    const reply = await ask({ provider: 'cellar', references: [{ kind: 'upload', id: upload }] }).expect(202);
    const generationId = reply.body.generation.id as string;
    await failAs(server, { generationId, memberId: member.id });
    await vi.waitFor(async () => expect(await studio.balanceOf(member)).toEqual({ credits: 50, held: 0 }));
    await append(uploadStream.nameOf(member.id), [
      { type: 'UploadDeleted', data: { uploadId: upload, memberId: member.id } },
    ]);
    await refused({}, 404, { code: 'providers.reference_gone' }, `${generationId}/retry`);
  });
});
