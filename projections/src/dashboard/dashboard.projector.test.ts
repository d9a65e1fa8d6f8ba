import { randomUUID } from 'node:crypto';
import { utcMonth } from '@easel/contracts/account/policy';
import { test } from 'vitest';
import { downloaded, GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { dashboard } from './dashboard.projector.ts';

const given = givenFor(dashboard);

test("a member's figures are counted over all streams and months", async () => {
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
  await given(...facts).thenRows(
    'figures',
    { member_id: member, requested: 3, completed: 2, downloads: 2, incomplete: false },
    { member_id: other, requested: 1, completed: 0, downloads: 0, incomplete: false },
  );
  await given(...facts).thenRows(
    'month',
    { member_id: member, month: '2026-10', requested: 1 },
    { member_id: member, month: '2026-11', requested: 2 },
    { member_id: other, month: '2026-11', requested: 1 },
  );
});

test('a picture from before somebody registered counts from then on', async () => {
  const [visitor, member] = [randomUUID(), randomUUID()];
  const trial = new GenerationStory(new Recorder(), visitor);
  const drawn = trial.whole({ trial: true });
  const adopted = trial.adoptedBy(member);
  await given(...drawn).thenRows('figures');
  await given(...drawn, adopted).thenRows('figures', {
    member_id: member,
    requested: 1,
    completed: 1,
    downloads: 0,
    incomplete: false,
  });
  await given(...drawn, adopted).thenRows('month', {
    member_id: member,
    month: utcMonth(adopted.recordedAt),
    requested: 1,
  });
});
