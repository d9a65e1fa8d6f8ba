import { randomUUID } from 'node:crypto';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Recorded } from '@easel/contracts/kernel/event';
import { peopleHttp } from '@easel/contracts/people/http';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
const recorder = new Recorder();
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

interface Somebody {
  caller: TestCaller;
  story: PersonStory;
  name: string;
}

/** A member who is shown. */
async function somebody(options?: { shown?: boolean; sharesSettings?: boolean }): Promise<Somebody> {
  const caller = await queries.member();
  const story = new PersonStory(recorder, caller.id);
  const name = `n-${caller.id.slice(0, 8)}`;
  await queries.append(story.shownAs(name, options), story.verified());
  return { caller, story, name };
}

/** Their public pictures, the first made public first. */
async function published(
  { caller }: Somebody,
  count = 1,
  request: Parameters<GenerationStory['whole']>[0] = {},
): Promise<GenerationStory[]> {
  const stories = Array.from({ length: count }, () => new GenerationStory(recorder, caller.id));
  for (const [n, story] of stories.entries()) {
    await queries.append(...story.whole(request), story.madePublic(`2026-11-20T10:${30 + n}:00.000Z`));
  }
  return stories;
}
const one = async (request?: Parameters<typeof published>[2], by?: Somebody): Promise<[Somebody, GenerationStory]> => {
  const maker = by ?? (await somebody());
  const [story] = await published(maker, 1, request);
  if (!story) throw new Error('one was published');
  return [maker, story];
};

type Reader = Pick<TestCaller, 'get'>;
const publicOne = async (id: string, reader: Reader = queries.nobody) => {
  const { body } = await reader.get(`/api/gallery/public/${id}`).expect(200);
  return galleryHttp.publicOne.reply.parse(body).generation;
};
const personNamed = async (name: string, reader: Reader = queries.nobody) => {
  const { body } = await reader.get(`/api/people/${name}`).expect(200);
  return peopleHttp.person.reply.parse(body).person;
};
const idsIn = async (path: string, reader: Reader = queries.nobody) => {
  const { body } = await reader.get(path).expect(200);
  return peopleHttp.pictures.reply.parse(body).items.map(({ id }) => id);
};
const lineage = async (id: string, reader: Reader = queries.nobody) => {
  const { body } = await reader.get(`/api/gallery/public/${id}/lineage`).expect(200);
  expect(peopleHttp.lineage.reply.parse(body)).toEqual(body);
  const { pictures, links } = peopleHttp.lineage.reply.parse(body);
  return { pictures: pictures.map((picture) => picture.id), links };
};
const liked = ({ caller }: Somebody, { generationId }: GenerationStory, isFavorite = true): Recorded =>
  recorder.record(favoritesStream.nameOf(caller.id), {
    type: 'FavoriteToggled',
    data: {
      memberId: caller.id,
      generationId,
      isFavorite,
      key: randomUUID(),
      toggledAt: '2026-11-20T10:00:00.000Z',
    },
  });

describe('an avatar', () => {
  const wearing = async (): Promise<{ ada: Somebody; story: GenerationStory; id: string; url: string }> => {
    const ada = await somebody();
    const story = new GenerationStory(recorder, ada.caller.id);
    const id = randomUUID();
    await queries.append(...story.whole({}, id), story.madePublic('2026-11-20T10:30:00.000Z'));
    await queries.append(ada.story.choseAvatar(story, id));
    return { ada, story, id, url: `/api/avatars/${id}.webp` };
  };
  const avatarOf = async ({ name }: Somebody) => (await personNamed(name)).avatar_url;

  test('stands beside the name, on the page and under pictures', async () => {
    const { ada, story, url } = await wearing();
    expect(await avatarOf(ada)).toBe(url);
    expect((await publicOne(story.generationId)).author).toEqual({
      id: ada.caller.id,
      name: ada.name,
      avatar_url: url,
    });
    const fan = await somebody();
    await queries.append(fan.story.followed(ada.story));
    const { body } = await fan.caller.get('/api/following').expect(200);
    expect(peopleHttp.following.reply.parse(body).people).toMatchObject([{ avatar_url: url }]);
    expect((await ada.caller.get('/api/avatar').expect(200)).body).toEqual({
      success: true,
      chosen: true,
      avatar_url: url,
    });
    expect((await fan.caller.get('/api/avatar').expect(200)).body).toEqual({ success: true, chosen: false });
    await queries.nobody.get('/api/avatar').expect(401);
  });

  test('is seen for as long as its picture is: not private, deleted, removed, nor of who is hidden', async () => {
    const { ada, story, url } = await wearing();
    const { get } = queries.nobody;
    await queries.append(story.madePrivate());
    expect(await avatarOf(ada)).toBeUndefined();
    expect((await ada.caller.get('/api/avatar').expect(200)).body).toEqual({ success: true, chosen: true });
    await get(url).expect(404);
    await queries.append(story.madePublic('2026-11-20T10:40:00.000Z'));
    expect(await avatarOf(ada)).toBe(url);
    await queries.append(story.deleted());
    expect(await avatarOf(ada)).toBeUndefined();
    await queries.append(story.restored());
    await queries.append(ada.story.removedAvatar());
    expect(await avatarOf(ada)).toBeUndefined();
    await get(url).expect(404);
    await queries.append(ada.story.choseAvatar(story, randomUUID()));
    await get(url).expect(404);
  });

  test('of another’s picture is none', async () => {
    const { story, id } = await wearing();
    const eve = await somebody();
    await queries.append(eve.story.choseAvatar(story, id));
    expect(await avatarOf(eve)).toBeUndefined();
  });

  test('is nobody’s that nobody has chosen, whatever its name', async () => {
    const [, { generationId }] = await one();
    for (const name of [`${generationId}.webp`, `${randomUUID()}.webp`, 'x', '..%2Fa.webp', `${randomUUID()}.png`]) {
      await queries.nobody.get(`/api/avatars/${name}`).expect(404);
    }
  });

  test('is served as a small square, and known by its tag', async () => {
    const { foundation } = queries.server;
    const { ada, url, id } = await wearing();
    expect(await avatarOf(ada)).toBe(url);
    const maker = await startDerivedMaker(foundation);
    try {
      const { headers, body } = await queries.nobody.get(url).expect(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=60, must-revalidate',
      });
      // The maker of the tests writes down what was wished for.
      expect(JSON.parse(String(body))).toMatchObject({ partId: id, format: 'avatar', widthPx: 160, heightPx: 160 });
      await queries.nobody.get(url).set('if-none-match', String(headers['etag'])).expect(304);
    } finally {
      await maker.stop();
    }
  });
});

describe('a public picture', () => {
  test('bears the name of who is shown, and none of who is hidden', async () => {
    const [ada, { generationId }] = await one();
    const author = { id: ada.caller.id, name: ada.name };
    expect((await publicOne(generationId)).author).toEqual(author);
    const { body } = await queries.nobody.get('/api/gallery/public?limit=100').expect(200);
    const { items } = galleryHttp.public.reply.parse(body);
    expect(items.find(({ id }) => id === generationId)).toMatchObject({ author, likes: 0 });
    await queries.append(ada.story.shownAs(ada.name, { shown: false }));
    expect((await publicOne(generationId)).author).toBeNull();
    expect(JSON.stringify(await publicOne(generationId))).not.toContain(ada.caller.id);
  });

  test('bears no name from when its maker is erased', async () => {
    const [ada, { generationId }] = await one({}, await somebody({ sharesSettings: true }));
    await queries.server.foundation.sealer.erase(ada.caller.id);
    const { author, metadata } = await publicOne(generationId);
    expect([author, metadata.seed]).toEqual([null, undefined]);
    await queries.nobody.get(`/api/people/${ada.name}`).expect(404);
    await queries.nobody.get(`/api/people/${ada.name}/pictures`).expect(404);
  });

  test('tells its seed to its owner, and to others only where that is shared; its negative prompt to nobody', async () => {
    const [ada, { generationId }] = await one({ negativePrompt: 'mice' });
    const fan = await somebody();
    for (const reader of [queries.nobody, fan.caller]) {
      expect((await publicOne(generationId, reader)).metadata.seed).toBeUndefined();
    }
    expect((await publicOne(generationId, ada.caller)).metadata.seed).toBe(7);
    await queries.append(ada.story.shownAs(ada.name, { sharesSettings: true }));
    expect((await publicOne(generationId)).metadata.seed).toBe(7);
    expect((await publicOne(generationId)).metadata.negative_prompt).toBeUndefined();
  });

  test('has the likes of members whose address is verified', async () => {
    const [, fox] = await one();
    const [ada, mira] = [await somebody(), await somebody()];
    const newcomer = { ...ada, caller: await queries.member() };
    await queries.append(liked(ada, fox), liked(mira, fox), liked(newcomer, fox));
    expect((await publicOne(fox.generationId)).likes).toBe(2);
    await queries.append(ada.story.movedAddress(), liked(mira, fox, false));
    expect((await publicOne(fox.generationId)).likes).toBe(0);
  });

  test('is the same among favorites', async () => {
    const [, fox] = await one();
    const fan = await somebody();
    await queries.append(liked(fan, fox));
    const { body } = await fan.caller.get('/api/favorites?expand=1').expect(200);
    expect(body.items).toEqual([await publicOne(fox.generationId, fan.caller)]);
  });
});

describe('a person’s page', () => {
  test('has their name, figures and public pictures, the last made public first, page by page', async () => {
    const ada = await somebody();
    const stories = await published(ada, 5);
    const hidden = new GenerationStory(recorder, ada.caller.id);
    await queries.append(...hidden.whole());
    const ids = stories.map(({ generationId }) => generationId).toReversed();
    expect(await personNamed(ada.name.toUpperCase())).toEqual({
      id: ada.caller.id,
      name: ada.name,
      pictures: 5,
      followers: 0,
      isYou: false,
      isFollowed: false,
      isBlocked: false,
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const from: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await queries.nobody.get(`/api/people/${ada.name}/pictures?limit=2${from}`).expect(200);
      const page = peopleHttp.pictures.reply.parse(body);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
    await queries.nobody.get(`/api/people/${ada.name}/pictures?cursor=x`).expect(400);
  });

  test('is nowhere for a name of nobody, of who is hidden, and the one of before', async () => {
    const ada = await somebody();
    await personNamed(ada.name);
    await queries.append(ada.story.shownAs('n-another'));
    for (const path of [ada.name, 'nobody-at-all', '%00']) {
      expect([404, 400]).toContain((await queries.nobody.get(`/api/people/${path}`)).status);
    }
    await queries.append(ada.story.shownAs('n-another', { shown: false }));
    await queries.nobody.get('/api/people/n-another').expect(404);
    await ada.caller.get('/api/people/n-another/pictures').expect(404);
  });

  test('whose name was freed by an erasure is that of who has it now', async () => {
    const [before, after] = [await somebody(), await somebody()];
    await queries.append(after.story.shownAs(before.name));
    await queries.server.foundation.sealer.erase(before.caller.id);
    expect((await personNamed(before.name)).id).toBe(after.caller.id);
  });
});

test('a follower is counted while their address is verified', async () => {
  const [ada, ...fans] = [await somebody(), await somebody(), await somebody(), await somebody()];
  const followers = async () => (await personNamed(ada.name)).followers;
  await queries.append(...fans.flatMap(({ story }) => [story.movedAddress(), story.followed(ada.story)]));
  expect(await followers()).toBe(0);
  const [first, second] = fans;
  if (!first || !second) throw new Error('three fans');
  await queries.append(first.story.verified(), second.story.verified());
  expect(await followers()).toBe(2);
  await queries.append(second.story.movedAddress());
  expect(await followers()).toBe(1);
  await queries.append(ada.story.blocked(first.story));
  expect(await followers()).toBe(0);
});

describe('who follows', () => {
  test('has the pictures of all of them in one feed, and their names', async () => {
    const [ada, mira, eve, fan] = [await somebody(), await somebody(), await somebody(), await somebody()];
    const [a1, a2] = await published(ada, 2);
    const [m1, m2, m3] = await published(mira, 3);
    await published(eve, 1);
    await queries.append(
      fan.story.followed(ada.story, '2026-11-20T10:00:00.000Z'),
      fan.story.followed(mira.story, '2026-11-20T11:00:00.000Z'),
    );
    const inOrder = (ids: readonly string[]) => [ids[0], ids.slice(1, 3).sort(), ids.slice(3, 5).sort()];
    const wanted = [m3, a2, m2, a1, m1].map((story) => story?.generationId ?? '');
    expect(inOrder(await idsIn('/api/feed', fan.caller))).toEqual(inOrder(wanted));
    const { body } = await fan.caller.get('/api/feed?limit=2').expect(200);
    const { nextCursor } = peopleHttp.feed.reply.parse(body);
    const all = [
      ...peopleHttp.feed.reply.parse(body).items.map(({ id }) => id),
      ...(await idsIn(`/api/feed?cursor=${nextCursor}`, fan.caller)),
    ];
    expect(inOrder(all)).toEqual(inOrder(wanted));
    const { people } = (await fan.caller.get('/api/following').expect(200)).body as { people: { name: string }[] };
    expect(people.map(({ name }) => name)).toEqual([mira.name, ada.name]);
    expect(await personNamed(ada.name, fan.caller)).toMatchObject({ followers: 1, isFollowed: true, isYou: false });
    expect(await personNamed(fan.name, fan.caller)).toMatchObject({ isYou: true });

    await queries.append(ada.story.shownAs(ada.name, { shown: false }));
    await queries.server.foundation.sealer.erase(mira.caller.id);
    expect(await idsIn('/api/feed', fan.caller)).toEqual([]);
    expect((await fan.caller.get('/api/following').expect(200)).body.people).toEqual([]);
  });

  test('nobody has an empty feed, and a visitor has none', async () => {
    const fan = await somebody();
    expect(await idsIn('/api/feed', fan.caller)).toEqual([]);
    for (const path of ['feed', 'following', 'blocked']) await queries.nobody.get(`/api/${path}`).expect(401);
  });
});

describe('a block', () => {
  test('hides each from the other, and from nobody else', async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const [[, fox], [, owl]] = [await one({}, ada), await one({}, eve)];
    await queries.append(eve.story.followed(ada.story), ada.story.blocked(eve.story));
    const listed = async (reader: Reader) => {
      const { body } = await reader.get('/api/gallery/public?limit=100').expect(200);
      const ids = galleryHttp.public.reply.parse(body).items.map(({ id }) => id);
      return [fox, owl].map((story) => story.generationId).filter((id) => ids.includes(id));
    };
    expect(await listed(queries.nobody)).toEqual([fox.generationId, owl.generationId]);
    expect(await listed(ada.caller)).toEqual([fox.generationId]);
    expect(await listed(eve.caller)).toEqual([owl.generationId]);
    await eve.caller.get(`/api/gallery/public/${fox.generationId}`).expect(404);
    await eve.caller.get(`/api/search/related/${fox.generationId}`).expect(404);
    await eve.caller.get(`/api/search/images?like=${fox.generationId}`).expect(404);
    await ada.caller.get(`/api/search/related/${fox.generationId}`).expect(200);
    await queries.nobody.get(`/api/search/images?like=${fox.generationId}`).expect(200);
    await eve.caller.get(`/api/people/${ada.name}`).expect(404);
    await eve.caller.get(`/api/people/${ada.name}/pictures`).expect(404);
    expect(await idsIn('/api/feed', eve.caller)).toEqual([]);
    expect(await personNamed(eve.name, ada.caller)).toMatchObject({ isBlocked: true, pictures: 0 });
    expect(await idsIn(`/api/people/${eve.name}/pictures`, ada.caller)).toEqual([]);
    expect(await personNamed(ada.name)).toMatchObject({ followers: 0, pictures: 1 });

    const blocked = async () => (await ada.caller.get('/api/blocked').expect(200)).body.people as unknown;
    expect(await blocked()).toEqual([{ id: eve.caller.id, name: eve.name }]);
    await queries.append(eve.story.shownAs(eve.name, { shown: false }));
    expect(await blocked()).toEqual([{ id: eve.caller.id, name: '' }]);
    await queries.append(ada.story.unblocked(eve.story));
    expect(await blocked()).toEqual([]);
    expect(await listed(eve.caller)).toEqual([fox.generationId, owl.generationId]);
  });
});

describe('a lineage', () => {
  /** ← as remixes go: grandchild of child of root, and a sibling. */
  async function family() {
    const [ada, root] = await one();
    const [mira, child] = await one({ remixOf: root.generationId });
    const [eve, grandchild] = await one({ remixOf: child.generationId });
    const [, sibling] = await one({ remixOf: root.generationId });
    const link = (from: GenerationStory, of: GenerationStory, mayDetach = false) => ({
      id: from.generationId,
      of: of.generationId,
      mayDetach,
    });
    return { ada, mira, eve, root, child, grandchild, sibling, link };
  }
  const sorted = <Of extends { id: string }>(links: readonly Of[]): Of[] =>
    links.toSorted((a, b) => (a.id < b.id ? -1 : 1));

  test('tells from where a picture comes and what was made of it', async () => {
    const { root, child, grandchild, sibling, link } = await family();
    const ofRoot = await lineage(root.generationId);
    expect(sorted(ofRoot.links)).toEqual(sorted([link(child, root), link(sibling, root), link(grandchild, child)]));
    expect(ofRoot.pictures).toHaveLength(4);
    const ofChild = await lineage(child.generationId);
    expect(sorted(ofChild.links)).toEqual(sorted([link(child, root), link(grandchild, child)]));
    expect((await lineage(grandchild.generationId)).links).toEqual([link(grandchild, child), link(child, root)]);
  });

  test('is broken where a picture or its maker is hidden, and whole again afterwards', async () => {
    const { mira, child, grandchild, root, link } = await family();
    const whole = [link(grandchild, child), link(child, root)];
    await queries.append(child.madePrivate());
    expect((await lineage(grandchild.generationId)).links).toEqual([]);
    await queries.nobody.get(`/api/gallery/public/${child.generationId}/lineage`).expect(404);
    await queries.append(child.madePublic());
    expect((await lineage(grandchild.generationId)).links).toEqual(whole);
    await queries.append(mira.story.shownAs(mira.name, { shown: false }));
    expect((await lineage(grandchild.generationId)).links).toEqual([]);
    await queries.append(mira.story.shownAs(mira.name));
    expect((await lineage(grandchild.generationId)).links).toEqual(whole);
  });

  test('lets the owner of the original detach the remixes of others, and ends where one is detached', async () => {
    const { ada, mira, root, child, grandchild, sibling, link } = await family();
    const own = (await one({ remixOf: root.generationId }, ada))[1];
    expect(sorted((await lineage(root.generationId, ada.caller)).links)).toEqual(
      sorted([link(child, root, true), link(sibling, root, true), link(own, root), link(grandchild, child)]),
    );
    expect((await lineage(grandchild.generationId, mira.caller)).links).toEqual([
      link(grandchild, child, true),
      link(child, root),
    ]);
    await queries.append(child.detachedFrom(root));
    expect(sorted((await lineage(root.generationId)).links)).toEqual(sorted([link(sibling, root), link(own, root)]));
    expect((await lineage(child.generationId)).links).toEqual([link(grandchild, child)]);
  });

  test('ends with an erasure, with all that hung on it', async () => {
    const { mira, root, grandchild, child, sibling, link } = await family();
    await queries.server.foundation.sealer.erase(mira.caller.id);
    expect((await lineage(grandchild.generationId)).links).toEqual([]);
    expect((await lineage(root.generationId)).links).toEqual([link(sibling, root)]);
    expect((await lineage(child.generationId)).links).toEqual([]);
  });

  test('ends with a block between the two, and is not told to whom either has blocked', async () => {
    const { ada, mira, eve, root, child, grandchild, link } = await family();
    await queries.append(eve.story.blocked(ada.story));
    expect((await lineage(grandchild.generationId, eve.caller)).links).toEqual([link(grandchild, child)]);
    expect((await lineage(grandchild.generationId)).links).toEqual([link(grandchild, child), link(child, root)]);
    await queries.append(ada.story.blocked(mira.story));
    expect((await lineage(grandchild.generationId)).links).toEqual([link(grandchild, child)]);
    await eve.caller.get(`/api/gallery/public/${root.generationId}/lineage`).expect(404);
  });
});

test('marks public pictures that the viewer made or bought, and nobody else’s view of them', async () => {
  const [maker, picture] = await one();
  const [buyer, stranger] = [await queries.member(), await queries.member()];
  await queries.append(new AccountStory(recorder, buyer.id).bought({ generationId: picture.generationId }));
  const marksOf = async (reader: Reader) => {
    const { body } = await reader.get(`/api/people/${maker.name}/pictures`).expect(200);
    const [listed] = peopleHttp.pictures.reply.parse(body).items;
    return [(await publicOne(picture.generationId, reader)).yours, listed?.yours];
  };
  expect(await marksOf(maker.caller)).toEqual(['made', 'made']);
  expect(await marksOf(buyer)).toEqual(['bought', 'bought']);
  expect(await marksOf(stranger)).toEqual([undefined, undefined]);
  expect(await marksOf(queries.nobody)).toEqual([undefined, undefined]);
});
