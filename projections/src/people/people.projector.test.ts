import { randomUUID } from 'node:crypto';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import { GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { PersonStory } from '../testing/people.ts';
import { Recorder } from '../testing/recorded.ts';
import { test } from 'vitest';
import { people } from './people.projector.ts';

const given = givenFor(people);
const recorder = new Recorder();
const person = () => new PersonStory(recorder);

test('members are hidden until they choose, and are as they chose last', async () => {
  const [ada, mira, eve, nobody] = [person(), person(), person(), person()];
  await given(
    ada.shownAs('ada'),
    mira.shownAs('mira', { sharesSettings: true }),
    mira.shownAs('mira-l', { shown: false }),
    eve.shownAs(ERASED),
    nobody.verified(),
  ).thenRows(
    'profile',
    { member_id: ada.memberId, name: 'ada', shown: true, shares_settings: false, verified: false },
    { member_id: mira.memberId, name: 'mira-l', shown: false, shares_settings: false },
    { member_id: eve.memberId, name: '', shown: false, shares_settings: false },
    { member_id: nobody.memberId, name: '', shown: false, verified: true },
  );
});

test('an avatar is the last that was chosen, until it is removed or its member is erased', async () => {
  const [ada, mira, eve] = [person(), person(), person()];
  const [fox, owl] = [{ generationId: randomUUID() }, { generationId: randomUUID() }];
  const [first, second] = [randomUUID(), randomUUID()];
  const none = { avatar_generation_id: null, avatar_variant_id: null };
  await given(
    ada.choseAvatar(fox, first),
    ada.choseAvatar(owl, second),
    mira.choseAvatar(fox, first),
    mira.removedAvatar(),
    eve.choseAvatar(fox, first),
    eve.erased(),
  ).thenRows(
    'profile',
    { member_id: ada.memberId, shown: false, avatar_generation_id: owl.generationId, avatar_variant_id: second },
    { member_id: mira.memberId, ...none },
    { member_id: eve.memberId, ...none },
  );
});

test('an address is verified until it becomes another', async () => {
  const [ada, mira, eve] = [person(), person(), person()];
  await given(
    ada.verified(),
    mira.verified(),
    mira.movedAddress(),
    eve.verified(),
    eve.movedAddress(),
    eve.movedBack(true),
  ).thenRows(
    'profile',
    { member_id: ada.memberId, verified: true },
    { member_id: mira.memberId, verified: false },
    { member_id: eve.memberId, verified: true },
  );
});

test('follows and blocks stand until they are taken back', async () => {
  const [ada, mira, eve] = [person(), person(), person()];
  const facts = [
    ada.followed(mira),
    ada.followed(eve),
    eve.followed(ada),
    ada.unfollowed(mira),
    ada.blocked(eve),
    mira.blocked(eve),
    mira.unblocked(eve),
    ada.unfollowed(eve, 'blocked'),
    eve.unfollowed(ada, 'blocked'),
    mira.followed(ada),
  ];
  await given(...facts).thenRows('follow', { member_id: mira.memberId, followed_id: ada.memberId });
  await given(...facts).thenRows('block', { member_id: ada.memberId, blocked_id: eve.memberId });
});

test('what is liked is kept until it is taken back', async () => {
  const [fox, owl] = [randomUUID(), randomUUID()];
  const fan = randomUUID();
  const toggled = (generationId: string, isFavorite: boolean): Recorded =>
    recorder.record(favoritesStream.nameOf(fan), {
      type: 'FavoriteToggled',
      data: { memberId: fan, generationId, isFavorite, key: randomUUID(), toggledAt: '2026-11-20T10:00:00.000Z' },
    });
  await given(
    toggled(fox, true),
    toggled(owl, true),
    toggled(fox, false),
    toggled(fox, true),
    toggled(owl, false),
  ).thenRows('liking', { generation_id: fox, member_id: fan });
});

test('works know whose they are, of what they are a remix, and who may see them', async () => {
  const [ada, mira] = [randomUUID(), randomUUID()];
  const original = new GenerationStory(recorder, ada);
  const remix = new GenerationStory(recorder, mira);
  const variant = new GenerationStory(recorder, mira);
  const abandoned = new GenerationStory(recorder, mira);
  await given(
    ...original.whole(),
    original.madePublic(),
    ...remix.whole({ remixOf: original.generationId }),
    ...variant.whole({ variantOf: { generationId: remix.generationId, variantId: randomUUID() } }),
    remix.madePublic(),
    remix.madePrivate(),
    original.deleted(),
    original.restored(),
    remix.deleted(),
    abandoned.failed('abandoned'),
  ).thenRows(
    'work',
    {
      generation_id: original.generationId,
      member_id: ada,
      remix_of: null,
      completed: true,
      deleted: false,
      is_public: true,
    },
    {
      generation_id: remix.generationId,
      member_id: mira,
      remix_of: original.generationId,
      completed: true,
      deleted: true,
      is_public: false,
    },
  );
});

test('nothing ties others to whom was erased, nor them to others', async () => {
  const [ada, mira, eve] = [person(), person(), person()];
  const generationId = randomUUID();
  const liked = ({ memberId }: PersonStory): Recorded =>
    recorder.record(favoritesStream.nameOf(memberId), {
      type: 'FavoriteToggled',
      data: { memberId, generationId, isFavorite: true, key: randomUUID(), toggledAt: '2026-11-20T10:00:00.000Z' },
    });
  const facts = [
    ada.shownAs('ada'),
    ada.verified(),
    mira.shownAs('mira'),
    ada.followed(mira),
    mira.followed(ada),
    mira.followed(eve),
    ada.blocked(eve),
    eve.blocked(ada),
    liked(ada),
    liked(mira),
    ada.erased(),
  ];
  await given(...facts).thenRows(
    'profile',
    { member_id: ada.memberId, name: '', shown: false, verified: false },
    { member_id: mira.memberId, name: 'mira', shown: true },
  );
  await given(...facts).thenRows('follow', { member_id: mira.memberId, followed_id: eve.memberId });
  await given(...facts).thenRows('block');
  await given(...facts).thenRows('liking', { member_id: mira.memberId, generation_id: generationId });
});
