import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import {
  AccessDeniedError,
  DeadlineExceededError,
  EventStoreDBClient,
  PARK,
  persistentSubscriptionToStreamSettingsFromDefaults,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  UnavailableError,
} from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type CertificateFiles, ensureCertificate } from '../../local/tls-certificate.ts';
import { inOrder } from './testing/in-order.ts';
import { collect, event, newStream } from './testing/open-store.ts';
import { take } from './testing/take.ts';

// The process itself, as it is built.

const ourDatabase = ['--postgres-env', 'STORE_DATABASE'];

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

let database: TestDatabase;
const children: Child[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
});
afterAll(() => database.drop());

function run(args: readonly string[], env: Record<string, string> = {}): Child {
  const [program = '', ...first] = inject('localEventStoreCommand');
  const child = spawn(program, [...first, ...args], {
    stdio: 'pipe',
    env: { ...process.env, STORE_DATABASE: database.url, ...env },
  });
  children.push(child);
  return child;
}

interface Running {
  child: Child;
  client: EventStoreDBClient;
  lines: string[];
  /** With its exit code, or the signal that ended it. */
  ended: Promise<unknown>;
}

async function start(port = 0, env: Record<string, string> = {}, ...more: string[]): Promise<Running> {
  const args = ['--port', String(port), ...ourDatabase, '--insecure', ...more];
  const { ready, ...server } = await startServer(args, env);
  const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${ready.port}?tls=false`);
  return { ...server, client };
}

async function startServer(args: readonly string[], env: Record<string, string>) {
  const child = run(['--port', '0', '--log-level', 'warn', ...args], env);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.resume();
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as unknown);
  await Promise.race([once(reader, 'line'), ended]);
  const ready = JSON.parse(lines[0] ?? 'null') as { ready: boolean; port: number };
  expect(ready).toEqual({ ready: true, port: expect.any(Number) });
  return { child, lines, ended, ready };
}

/** Appends one event after the other until it cannot; answers the ids that were acknowledged. */
async function appendUntilItFails(client: EventStoreDBClient, onFirst: () => void): Promise<string[]> {
  const acknowledged: string[] = [];
  const stream = newStream();
  const plain = { credentials: { username: 'admin', password: 'changeit' } };
  for (;;) {
    const one = event(acknowledged.length);
    try {
      await client.appendToStream(stream, one, plain);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      return acknowledged;
    }
    if (acknowledged.push(one.id) === 1) onFirst();
  }
}

test.each([
  ['SIGKILL', 'SIGKILL'],
  ['SIGTERM', 0],
] as const)('what it acknowledged under load outlives %s', async (signal, code) => {
  const first = await start();
  let begun = 0;
  const writing = Array.from({ length: 10 }, () =>
    appendUntilItFails(first.client, () => {
      begun += 1;
      if (begun === 10) first.child.kill(signal);
    }),
  );
  const acknowledged = (await Promise.all(writing)).flat();
  expect(await first.ended).toBe(code);

  const second = await start();
  const stored = (await collect(second.client.readAll())).map((one) => one.event);
  const ids = new Set(stored.map((recorded) => recorded?.id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  const positions = stored.map((recorded) => recorded?.position.commit ?? 0n);
  expect(positions).toEqual(inOrder(positions));
  for (const stream of new Set(stored.map((recorded) => recorded?.streamId))) {
    const revisions = stored.filter((recorded) => recorded?.streamId === stream).map((one) => Number(one?.revision));
    expect(revisions).toEqual(revisions.map((_, index) => index));
  }
  await second.client.dispose();
});

test('deletions, groups, what they parked and how far they got outlive SIGKILL', async () => {
  const first = await start();
  const [deleted, ended, source] = [newStream(), newStream(), newStream()];
  for (const stream of [deleted, ended]) await first.client.appendToStream(stream, event(0));
  await first.client.deleteStream(deleted);
  await first.client.tombstoneStream(ended);
  for (let number = 0; number < 4; number += 1) await first.client.appendToStream(source, event(number));
  const settings = { startFrom: START, checkPointLowerBound: 1, checkPointAfter: 10 } as const;
  await first.client.createPersistentSubscriptionToStream(
    source,
    'group',
    persistentSubscriptionToStreamSettingsFromDefaults(settings),
  );
  const subscription = first.client.subscribeToPersistentSubscriptionToStream(source, 'group');
  const lost = new Promise((resolve) => subscription.on('error', resolve));
  const [parked, ...others] = await take(subscription, 4);
  if (parked) await subscription.nack(PARK, 'not now', parked);
  await subscription.ack(...others.slice(0, 1));
  const stats = async () => (await first.client.getPersistentSubscriptionToStreamInfo(source, 'group')).stats;
  while ((await stats()).lastCheckpointedEventRevision !== 1n);
  first.child.kill('SIGKILL');
  await Promise.all([first.ended, lost]);

  const { client } = await start();
  await expect(collect(client.readStream(deleted))).rejects.toBeInstanceOf(StreamNotFoundError);
  await expect(client.appendToStream(ended, event(1))).rejects.toBeInstanceOf(StreamDeletedError);
  const again = client.subscribeToPersistentSubscriptionToStream(source, 'group');
  expect((await take(again, 2)).map((one) => one.event?.revision)).toEqual([2n, 3n]);
  await client.replayParkedMessagesToStream(source, 'group');
  expect((await take(again, 1)).map((one) => one.event?.revision)).toEqual([0n]);
  await again.unsubscribe();
  await client.dispose();
});

test('with --awkward lets a repeat that overtakes the first time out, and forgets ids at a restart', async () => {
  const first = await start(0, {}, '--awkward');
  const [stream, one] = [newStream(), event(0)];
  const twice = [first.client.appendToStream(stream, one), first.client.appendToStream(stream, one)];
  const answers = await Promise.allSettled(twice);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  expect(refused).toEqual([expect.any(DeadlineExceededError)]);
  expect(await collect(first.client.readStream(stream))).toHaveLength(1);
  await first.client.dispose();
  first.child.kill('SIGTERM');
  await first.ended;

  const { client } = await start(0, {}, '--awkward');
  await client.appendToStream(stream, one);
  expect(await collect(client.readStream(stream))).toHaveLength(2);
  await client.dispose();
});

test('says one line when it is ready, and nothing else there', async () => {
  const { child, client, lines, ended } = await start();
  await client.appendToStream(newStream(), event(0));
  await client.dispose();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(lines).toHaveLength(1);
});

test('ends with its parent where it is told to', async () => {
  const { child, client, ended } = await start(0, { EASEL_EXIT_WITH_PARENT: '1' });
  await client.dispose();
  child.stdin.end();
  expect(await ended).toBe(0);
});

test('lives without its standard input otherwise', async () => {
  const { child, client } = await start();
  child.stdin.end();
  await once(child.stdin, 'finish');
  expect(await client.appendToStream(newStream(), event(0))).toMatchObject({ success: true });
  await client.dispose();
});

test('is refused a schema that another one holds', async () => {
  const { client } = await start();
  await client.dispose();
  const second = run(['--port', '0', ...ourDatabase, '--insecure']);
  const [complaint, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')]);
  expect(code).toBe(1);
  expect(complaint).toContain('another event store holds schema');
});

test.each([
  ['no database', [], '--postgres is missing'],
  ['a bad port', ['--postgres', 'postgres://x', '--insecure', '--port', 'http'], '--port is not a port'],
  ['a bad leader', ['--postgres', 'postgres://x', '--insecure', '--leader', 'here'], '--leader is not HOST:PORT'],
  ['no way to let anyone in', ['--postgres', 'postgres://x'], '--password-env is needed'],
  ['no password', ['--postgres', 'postgres://x', '--password-env', 'NOT_SET'], 'NOT_SET is missing'],
  ['no address', ['--postgres-env', 'NOT_SET', '--insecure'], 'NOT_SET is missing'],
  ['two databases', [...ourDatabase, '--postgres', 'postgres://x', '--insecure'], 'both name the database'],
  ['no users file', [...ourDatabase, '--users', '/nowhere/users.json'], 'ENOENT'],
  ['half of TLS', [...ourDatabase, '--insecure', '--tls-cert', 'x.pem'], '--tls-cert and --tls-key go together'],
  ['no certificate', [...ourDatabase, '--insecure', '--tls-cert', 'x.pem', '--tls-key', 'x.pem'], 'ENOENT'],
])('names what is wrong: %s', async (_, args, complaint) => {
  const child = run(args);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said).toContain(complaint);
});

test.each(['postgres://user:sesame@127.0.0.1/db', 'postgres://127.0.0.1/db?user=user&password=sesame'])(
  'takes no password in its arguments: %s',
  async (address) => {
    const child = run(['--insecure', '--postgres', address]);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(said).toContain('the address in --postgres has a password, which everybody could read: use --postgres-env');
    expect(said).not.toContain('sesame');
  },
);

describe('accounts and TLS', () => {
  let folder: string;
  let files: CertificateFiles;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'easel-users-'));
    files = await ensureCertificate(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const usersFile = (content: unknown, mode = 0o600) => {
    const path = join(folder, 'users.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    chmodSync(path, mode);
    return path;
  };
  const users = { root: { password: 'sesame', admin: true }, ops: { password: 'sesame too' } };

  test('who stands in the users file gets in, and so does who is named beside it', async () => {
    const secure = [...ourDatabase, '--tls-cert', files.cert, '--tls-key', files.key];
    const accounts = ['--users', usersFile(users), '--user', 'me', '--password-env', 'MINE'];
    const { child, ready } = await startServer([...secure, ...accounts], { MINE: 'my:own/password' });
    const connect = (credentials: string) =>
      EventStoreDBClient.connectionString(
        `esdb://${credentials}@127.0.0.1:${ready.port}?tls=true&tlsCAFile=${encodeURIComponent(files.cert)}`,
      );
    for (const credentials of ['root:sesame', 'me:my%3Aown%2Fpassword']) {
      const client = connect(credentials);
      expect(await collect(client.readAll({ maxCount: 1 }))).toHaveLength(1);
      await client.dispose();
    }
    const ops = connect('ops:sesame%20too');
    expect(await ops.appendToStream(newStream(), event(0))).toMatchObject({ success: true });
    await expect(collect(ops.readAll())).rejects.toBeInstanceOf(AccessDeniedError);
    await ops.dispose();
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  test.each([
    ['others may read it', users, 0o640, 'holds passwords and has mode 0640: make it 0600'],
    ['it is no JSON', '{"root": sesame', 0o600, 'holds no accounts: it is not JSON'],
    ['a password is missing', { root: { passwort: 'sesame' } }, 0o600, 'holds no accounts'],
    ['a name has a colon', { 'ro:ot': { password: 'sesame' } }, 0o600, 'without a colon'],
    ['it names who is named beside it', { admin: { password: 'sesame' } }, 0o600, 'two accounts have the same name'],
    ['it is empty', {}, 0o600, '--password-env is needed, or --users'],
  ])('a users file is refused where %s', async (_, content, mode, complaint) => {
    const beside = complaint.includes('same name') ? ['--password-env', 'MINE'] : [];
    const child = run([...ourDatabase, '--users', usersFile(content, mode), ...beside], { MINE: 'mine' });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(said).toContain(complaint);
    expect(said).not.toContain('sesame');
  });
});

test('explains itself', async () => {
  const child = run(['--help']);
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  expect(said).toContain('--postgres URL');
});
