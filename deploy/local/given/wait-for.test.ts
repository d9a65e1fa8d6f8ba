import { expect, test } from 'vitest';
import { away, READY, refused, type Given, type Probed } from './probe.ts';
import { waitForGiven } from './wait-for.ts';

/** A server that is found to be so, look by look; the last for ever. */
function server(...found: readonly (Probed | Promise<Probed>)[]): Given & { looks: number } {
  const given = {
    name: 'NATS at bus:4222',
    check: 'nc -vz bus 4222',
    looks: 0,
    probe: () => Promise.resolve(found[Math.min(given.looks++, found.length - 1)]!),
  };
  return given;
}

async function wait(given: Given[], options: { signal?: AbortSignal; patienceMs?: number; pauseMs?: number } = {}) {
  const heard: string[] = [];
  const error = await waitForGiven(given, { report: (line) => heard.push(line), ...options }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { heard, error: error instanceof Error ? error.message : error };
}

test('what is there is not spoken of, but for what is wrong with it', async () => {
  expect(await wait([server(READY)])).toEqual({ heard: [], error: undefined });
  expect(await wait([server({ kind: 'ready', warnings: ['b:4222: nothing listens there'] })])).toEqual({
    heard: ['NATS at bus:4222 is not whole: b:4222: nothing listens there'],
    error: undefined,
  });
});

test('what is not there yet is waited for, and said once', async () => {
  const late = server(away('nothing listens there'), away('nothing listens there'), READY);
  expect(await wait([late], { pauseMs: 1 })).toEqual({ heard: ['Waiting for NATS at bus:4222 …'], error: undefined });
  expect(late.looks).toBe(3);
});

test('what waiting does not mend is not waited for, whatever the others do', async () => {
  const { error } = await wait([server(away('nothing listens there')), server(refused('It is too old'))]);
  expect(error).toBe('It is too old.');
});

test('in the end it is one sentence: what, why, and how to look', async () => {
  const { heard, error } = await wait([server(away('nothing listens there'))], { patienceMs: 1 });
  expect(heard).toEqual(['Waiting for NATS at bus:4222 …']);
  expect(error).toBe(
    'NATS at bus:4222 did not answer within 0 s (nothing listens there); look for yourself: nc -vz bus 4222',
  );
});

test('a host that is silent is not waited for longer', async () => {
  const { error } = await wait([server(new Promise<Probed>(() => undefined))], { patienceMs: 1 });
  expect(error).toContain('did not answer within 0 s (it is silent)');
});

test('whoever does not want it any more is heard', async () => {
  const unwanted = new AbortController();
  const waiting = wait([server(new Promise<Probed>(() => undefined))], { signal: unwanted.signal });
  unwanted.abort(new Error('never mind'));
  expect(await waiting).toEqual({ heard: [], error: 'never mind' });
});
