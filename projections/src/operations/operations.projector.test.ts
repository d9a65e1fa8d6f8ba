import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { nth, Recorder } from '../testing/recorded.ts';
import { operations } from './operations.projector.ts';
import { OperationStory } from './testing/operation-facts.ts';

const given = givenFor(operations);
const HOSTILE = `'"{\\}<script>\n'; drop table standing; --`;

test('of a pause and a resumption the last one counts, by projection', async () => {
  const recorder = new Recorder();
  const [gallery, ledger] = [new OperationStory(recorder), new OperationStory(recorder, 'ledger')];
  const by = (story: OperationStory) => ({ by_id: story.operatorId });
  await given(
    gallery.paused(),
    gallery.resumed(),
    ledger.paused(HOSTILE),
    gallery.paused('again'),
    gallery.resumed('done'),
  ).thenRows(
    'standing',
    { name: 'gallery', paused: false, reason: 'done', ...by(gallery) },
    { name: 'ledger', paused: true, reason: HOSTILE, ...by(ledger) },
  );
});

test('rebuilds, what was called off of them, and retries are kept in their order', async () => {
  const recorder = new Recorder();
  const story = new OperationStory(recorder);
  const [first, second] = [randomUUID(), randomUUID()];
  const facts = [
    story.rebuild(first, { reason: HOSTILE }),
    story.cancelled(first),
    story.rebuild(second, { acceptDifference: true }),
    story.retried(HOSTILE),
    story.retried('one'),
  ];
  const by = { by_id: story.operatorId, by_role: 'analyst', name: 'gallery' };
  await given(...facts).thenRows(
    'request',
    { run_id: first, accept_difference: false, reason: HOSTILE, position: String(nth(0)), ...by },
    { run_id: second, accept_difference: true, reason: 'to be sure', position: String(nth(2)), ...by },
  );
  await given(...facts).thenRows('cancellation', { run_id: first, reason: 'not now' });
  await given(...facts).thenRows(
    'retry',
    { name: 'gallery', partition: HOSTILE, position: String(nth(3)) },
    { name: 'gallery', partition: 'one', position: String(nth(4)) },
  );
});
