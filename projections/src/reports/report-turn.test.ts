import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ReportFact } from '@easel/contracts/reports/events';
import { reportStream } from '@easel/contracts/reports/stream';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import { reportOutcomes } from './report-outcomes.decider.ts';
import { type Requested, ReportTurn } from './report-turn.ts';

const recorder = new Recorder();
const record = (fact: ReportFact): Recorded => recorder.record(reportStream.nameOf(fact.data.runId), fact);
const requested = (runId: string): Recorded =>
  record({ type: 'ReportRequested', data: { runId, report: 'revenue', parameters: {}, asOf: null, againOf: null } });
const made = (runId: string): ReportFact => ({
  type: 'ReportMade',
  data: { runId, position: '9', filter: [], parameters: {}, codeHash: 'c0de', result: '{}' },
});
const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];

/** A turn whose reports are made by hand. */
function turning() {
  const begun: { asked: Requested; signal: AbortSignal; end: () => void; fail: (error: Error) => void }[] = [];
  const leave = new AbortController();
  const turn = new ReportTurn(
    (asked, signal) =>
      new Promise((resolve, reject) => {
        begun.push({ asked, signal, end: resolve, fail: reject });
        signal.addEventListener('abort', () => resolve());
      }),
    leave.signal,
    silent,
  );
  return { turn, begun, leave, ids: () => begun.map(({ asked }) => asked.runId) };
}
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('what waits when it begins is made, in the order in which it was asked for, one after the other', async () => {
  const { turn, begun, ids } = turning();
  turn.handle([requested(first), record(made(first)), requested(second), requested(third)]);
  expect(ids()).toEqual([]);
  turn.caughtUp();
  expect(ids()).toEqual([second]);
  begun[0]?.end();
  await settled();
  expect(ids()).toEqual([second, third]);
});

test('one that is cancelled is left, and the next one begun', async () => {
  const { turn, begun, ids } = turning();
  turn.caughtUp();
  turn.handle([requested(first), requested(second)]);
  turn.handle([record({ type: 'ReportCancelled', data: { runId: first } })]);
  await settled();
  expect(begun[0]?.signal.aborted).toBe(true);
  expect(ids()).toEqual([first, second]);
});

test('its end waits for what it was at, and begins nothing more', async () => {
  const { turn, begun, ids } = turning();
  turn.caughtUp();
  turn.handle([requested(first), requested(second)]);
  await turn.end();
  await settled();
  expect(begun[0]?.signal.aborted).toBe(true);
  expect(ids()).toEqual([first]);
});

test('what fails ends the turn, so that the next one makes it', async () => {
  const { turn, begun } = turning();
  turn.caughtUp();
  turn.handle([requested(first)]);
  begun[0]?.fail(new Error('the log is away'));
  await settled();
  expect(turn.until.aborted).toBe(true);
});

test('what came of a run is told once, and of one that was cancelled never', () => {
  const asked: ReportFact = {
    type: 'ReportRequested',
    data: { runId: first, report: 'revenue', parameters: {}, asOf: null, againOf: null },
  };
  const outcome = made(first) as Extract<ReportFact, { type: 'ReportMade' }>;
  given(reportOutcomes, asked).when({ type: 'TellOutcome', outcome }).then(outcome);
  given(reportOutcomes, asked, outcome).when({ type: 'TellOutcome', outcome }).thenNothing();
  given(reportOutcomes, asked, { type: 'ReportCancelled', data: { runId: first } })
    .when({ type: 'TellOutcome', outcome })
    .thenNothing();
});
