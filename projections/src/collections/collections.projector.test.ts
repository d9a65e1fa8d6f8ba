import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { CollectionStory, ShareStory } from '../testing/collections.ts';
import { GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { PersonStory } from '../testing/people.ts';
import { Recorder } from '../testing/recorded.ts';
import { collections } from './collections.projector.ts';

const given = givenFor(collections);

const member = randomUUID();
const recorder = new Recorder();
const collection = () => new CollectionStory(recorder, member);
const picture = () => new GenerationStory(recorder, member);
const [ten, noon] = ['2026-11-20T10:00:00.000Z', '2026-11-20T12:00:00.000Z'];

test('a collection has its last name, and moves up when something is added', async () => {
  const [foxes, owls, gone] = [collection(), collection(), collection()];
  await given(
    foxes.made('Fuchses', ten),
    owls.made('Owls', ten),
    gone.made('Gone', ten),
    foxes.renamed('Foxes'),
    owls.collected([picture()], noon),
    gone.deleted(),
  ).thenRows(
    'collection',
    { id: foxes.collectionId, member_id: member, name: 'Foxes', made_at: new Date(ten), added_at: new Date(ten) },
    { id: owls.collectionId, member_id: member, name: 'Owls', made_at: new Date(ten), added_at: new Date(noon) },
  );
});

test('what is in a collection stands in the order in which it was added, the last word on each counting', async () => {
  const [foxes, owls] = [collection(), collection()];
  const [red, white, grey] = [picture(), picture(), picture()];
  await given(
    foxes.made(),
    owls.made(),
    foxes.collected([red, white, grey]),
    owls.collected([red]),
    foxes.tookOut(red, grey),
    foxes.collected([red], noon),
    owls.tookOut(red),
  ).thenRows(
    'placement',
    { collection_id: foxes.collectionId, generation_id: white.generationId, collected_at: new Date(ten), place: 1 },
    { collection_id: foxes.collectionId, generation_id: red.generationId, collected_at: new Date(noon), place: 0 },
  );
});

test('a collection that is deleted takes its placements with it, and no other’s', async () => {
  const [foxes, owls, red] = [collection(), collection(), picture()];
  await given(
    foxes.made(),
    owls.made(),
    foxes.collected([red, picture()]),
    owls.collected([red]),
    foxes.deleted(),
  ).thenRows('placement', { collection_id: owls.collectionId, generation_id: red.generationId });
});

test('what is in the trash is known, until it is restored', async () => {
  const [kept, trashed, restored, purged] = [picture(), picture(), picture(), picture()];
  await given(
    ...kept.whole(),
    ...[trashed, restored, purged].flatMap((one) => [...one.whole(), one.deleted()]),
    restored.restored(),
    purged.purged(),
  ).thenRows('trashed', { generation_id: trashed.generationId }, { generation_id: purged.generationId });
});

test('a link is known by the digest of its token alone, until it is revoked', async () => {
  const [foxes, red] = [collection(), picture()];
  const [toAll, toOne, revoked] = [foxes, red, foxes].map((of) => new ShareStory(recorder, of)) as [
    ShareStory,
    ShareStory,
    ShareStory,
  ];
  await given(foxes.made(), toAll.made(noon), toOne.made(noon), revoked.made(), revoked.revoked()).thenRows(
    'share',
    {
      id: toAll.shareId,
      member_id: member,
      token_digest: toAll.tokenDigest,
      collection_id: foxes.collectionId,
      generation_id: null,
      expires_at: new Date(noon),
    },
    { id: toOne.shareId, collection_id: null, generation_id: red.generationId },
  );
});

test('of who was erased neither collections nor links are left, of others each', async () => {
  const ada = new PersonStory(recorder);
  const [theirs, kept, red] = [new CollectionStory(recorder, ada.memberId), collection(), picture()];
  const facts = [
    theirs.made('Ada’s'),
    kept.made(),
    theirs.collected([red]),
    kept.collected([red]),
    new ShareStory(recorder, theirs).made(),
    ada.erased(),
  ];
  await given(...facts).thenRows('collection', { id: kept.collectionId, member_id: member });
  await given(...facts).thenRows('placement', {
    collection_id: kept.collectionId,
    generation_id: red.generationId,
  });
  await given(...facts).thenRows('share');
});
