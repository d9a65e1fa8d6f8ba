import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { downloaded, GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { dashboard } from './dashboard.projector.ts';

const given = givenFor(dashboard);

test('counts how requests ended over all streams of a member, and keeps what was deleted since', async () => {
  const recorder = new Recorder();
  const member = randomUUID();
  const other = randomUUID();
  const story = (owner: string) => new GenerationStory(recorder, owner);
  const [first, second, third, foreign] = [story(member), story(member), story(member), story(other)];
  const facts = [
    ...first.whole({ at: '2026-10-31T23:59:59.999Z' }),
    ...second.whole({ at: '2026-11-01T00:00:00.000Z' }),
    third.requested({ at: '2026-11-02T00:00:00.000Z' }),
    third.started(),
    third.failed(),
    foreign.requested(),
    foreign.cancelled(),
    downloaded(recorder, member, first.generationId),
    downloaded(recorder, member, first.generationId),
    second.deleted(),
  ];
  await given(...facts).thenRows('figures', {
    member_id: member,
    completed: 2,
    failed: 1,
    downloads: 2,
    incomplete: false,
  });
});

test('counts a picture from before somebody registered from the registration on', async () => {
  const [visitor, member] = [randomUUID(), randomUUID()];
  const trial = new GenerationStory(new Recorder(), visitor);
  const drawn = trial.whole({ trial: true });
  const adopted = trial.adoptedBy(member);
  await given(...drawn).thenRows('figures');
  await given(...drawn, adopted).thenRows('figures', {
    member_id: member,
    completed: 1,
    failed: 0,
    downloads: 0,
    incomplete: false,
  });
});
