// spec: faults A36
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlHttp } from '@easel/contracts/columns/http';
import { eventsHttp } from '@easel/contracts/events/http';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import { mailHttp } from '@easel/contracts/mail/http';
import { operationsHttp } from '@easel/contracts/operations/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { providersHttp } from '@easel/contracts/providers/http';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { providerStream } from '@easel/contracts/providers/stream';
import { reportsHttp } from '@easel/contracts/reports/http';
import { reportStream } from '@easel/contracts/reports/stream';
import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import { CHECKOUT_FORCE_MS } from '@easel/contracts/settings/checkout.policy';
import { HEARTBEAT_MS } from '@easel/kernel/http/live-hub';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HttpClient, type Reply } from './harness/client.ts';
import { expectOk, People } from './harness/people.ts';
import { operator, startProduct, type Product } from './harness/product.ts';
import { startSecondApi } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';

let product: Product;
let http: HttpClient;
let folder: string;
let root: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  http = new HttpClient(product);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  root = await signIn(operator.email, operator.password);
});

/** What is done while the process dies at the point once, and how it was answered in the end. */
async function dying<T>(point: string, work: () => Promise<T>): Promise<T> {
  const onceFile = join(folder, `${point} ${randomUUID()}`);
  await product.killEverything();
  await product.start({ faultPoint: point, onceFile, restarts: true });
  const result = await work();
  await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
  await product.ready();
  return result;
}

async function signIn(email: string, password: string): Promise<string> {
  const reply = await http.call('POST', operatorsHttp.login.path, { body: { email, password } });
  return operatorsHttp.login.reply.parse(expectOk(reply).body).token;
}

interface Invited {
  id: string;
  email: string;
}

async function invite(role: OperatorRole): Promise<Invited> {
  const email = `o${randomUUID().slice(0, 12)}@faults.example`;
  const body = { email, name: 'Ada', role, reason: 'a test of faults' };
  const reply = await http.call('POST', operatorsHttp.invite.path, { token: root, body });
  expect(reply.status).toBe(201);
  return { id: operatorsHttp.invite.reply.parse(reply.body).id, email };
}

const linksTo = async ({ email }: Invited): Promise<string[]> => {
  const reply = await http.call('GET', `${mailHttp.json.path}?to=${email}`, product.mailboxKey);
  const { mails } = mailHttp.json.reply.parse(reply.body);
  return mails.map(({ text }) => /#token=([0-9a-f]+)/.exec(text)?.[1] ?? '');
};
const link = (invited: Invited): Promise<string> => until(async () => (await linksTo(invited))[0]);
const accept = (token: string, password: string): Promise<Reply> =>
  http.call('POST', operatorsHttp.accept.path, { body: { token, password } });

/** An operator who has joined, and a token of theirs. */
async function joinAs(role: OperatorRole): Promise<Invited & { token: string; password: string }> {
  const invited = await invite(role);
  const password = `secret-${randomUUID()}`;
  const reply = await accept(await link(invited), password);
  return { ...invited, password, token: operatorsHttp.accept.reply.parse(expectOk(reply).body).token };
}

const countOf = (stream: string, type: string, operatorId?: string): Promise<number> =>
  Records.of(
    product,
    async (records) =>
      ((await records.streams()).get(stream) ?? []).filter(
        (event) =>
          event.type === type &&
          (operatorId === undefined || (event.data as { operatorId?: string }).operatorId === operatorId),
      ).length,
  );

describe('an invitation is mailed once when the process dies at', () => {
  test.each(['decider.before-append', 'decider.after-append', 'process.after-act'])('%s', async (point) => {
    const invited = await dying(point, () => invite('support'));
    await link(invited);
    expect(await linksTo(invited)).toHaveLength(1);
    expect(await countOf('operators', 'OperatorInvited', invited.id)).toBe(1);
  });
});

describe('an invitation is accepted once, and its password opens the console, when the process dies at', () => {
  test.each([
    'outbox.before-append',
    'outbox.after-append',
    'operators.after-accept',
    'operators.before-session',
    'operators.after-session',
  ])('%s', async (point) => {
    const invited = await invite('analyst');
    const token = await link(invited);
    const password = `secret-${randomUUID()}`;
    const { status } = await dying(point, () => accept(token, password));
    // Its reply was lost with the process: the repeat finds the link used, and the password good.
    expect(status).toBe(410);
    const mine = await signIn(invited.email, password);
    expect((await http.call('GET', operatorsHttp.me.path, { token: mine })).status).toBe(200);
    expect(await countOf('operators', 'InvitationAccepted', invited.id)).toBe(1);
  });
});

describe('a demotion holds for tokens that are out, as soon as anybody is served, when the process dies at', () => {
  test.each(['decider.before-append', 'decider.after-append', 'operators.before-settle'])('%s', async (point) => {
    const ada = await joinAs('admin');
    const path = operatorsHttp.change.path.replace(':id', ada.id);
    const body = { version: 2, role: 'auditor', reason: 'a test of faults' };
    const reply = await dying(point, () => http.call('PUT', path, { token: root, body }));
    expect(operatorsHttp.change.reply.parse(expectOk(reply).body)).toMatchObject({ role: 'auditor', version: 3 });
    const one = operatorsHttp.one.path.replace(':id', ada.id);
    expect((await http.call('GET', one, { token: ada.token })).status).toBe(403);
    expect((await http.call('GET', operatorsHttp.me.path, { token: ada.token })).status).toBe(200);
    expect(await countOf('operators', 'OperatorRoleChanged', ada.id)).toBe(1);
  });
});

describe('a report that is asked for is made once when the process dies at', () => {
  test.each(['decider.before-append', 'decider.after-append', 'reports.before-outcome'])('%s', async (point) => {
    const id = randomUUID();
    const path = reportsHttp.run.path.replace(':id', id);
    const run = await dying(point, async () => {
      expectOk(await http.call('PUT', path, { token: root, body: { report: 'answers', parameters: {} } }));
      return until(async () => {
        const { run: one } = reportsHttp.run.reply.parse(expectOk(await http.call('GET', path, { token: root })).body);
        return one.state === 'waiting' ? undefined : one;
      });
    });
    expect(run).toMatchObject({ state: 'made', report: 'answers' });
    expect(await countOf(reportStream.nameOf(id), 'ReportRequested')).toBe(1);
    expect(await countOf(reportStream.nameOf(id), 'ReportMade')).toBe(1);
  });
});

describe('the columns have each fact of the log once when the process dies at', () => {
  test.each(['columns.after-segment', 'columns.after-list'])('%s', async (point) => {
    const invited = await dying(point, () => invite('analyst'));
    const all = await Records.of(product, async (records) => Array.fromAsync(records.events()));
    const last = all.findLast(({ type }) => type === 'OperatorInvited')!.position;
    const sql = `select count(*)::int, count(distinct position)::int, count(*) filter (where type = 'OperatorInvited'
      and data::varchar like '%${invited.id}%')::int from facts`;
    const rows = await until(async () => {
      const reply = await http.call('POST', sqlHttp.run.path, { token: root, body: { sql, as_of: String(last) } });
      return reply.status === 200 ? sqlHttp.run.reply.parse(reply.body).rows : undefined;
    });
    const count = all.filter(({ position }) => position <= last).length;
    expect(rows).toEqual([[count, count, 1]]);
  });
});

test('a disabling whose process died before its sessions ended ends them before anybody is served', async () => {
  const ada = await joinAs('support');
  const path = operatorsHttp.change.path.replace(':id', ada.id);
  const onceFile = join(folder, `disable ${randomUUID()}`);
  await product.killEverything();
  await product.start({ faultPoint: 'operators.before-settle', onceFile, restarts: true });
  // Nobody asks again: what was decided holds all the same.
  await expect(
    http.once('PUT', path, { token: root, body: { version: 2, status: 'disabled', reason: 'left' } }),
  ).rejects.toThrow(/fetch failed|terminated/);
  await until(() => existsSync(onceFile));
  await product.ready();
  expect((await http.call('GET', operatorsHttp.me.path, { token: ada.token })).status).toBe(401);
});

describe('test mode is turned once, and in force, when the process dies at', () => {
  test.each(['decider.before-append', 'decider.after-append', 'settings.before-hint'])('%s', async (point) => {
    const look = async () => {
      const reply = await http.call('GET', checkoutHttp.settings.path, { token: root });
      return checkoutHttp.settings.reply.parse(expectOk(reply).body);
    };
    const { version, testMode } = await look();
    const before = await countOf('settings-checkout', 'TestModeToggled');
    const body = { version, testMode: !testMode, reason: 'a test of faults' };
    const reply = await dying(point, () => http.call('PUT', checkoutHttp.toggle.path, { token: root, body }));
    expect(reply.status).toBe(200);
    const mode = await http.call('GET', checkoutHttp.mode.path);
    expect(checkoutHttp.mode.reply.parse(mode.body).testMode).toBe(!testMode);
    expect(await countOf('settings-checkout', 'TestModeToggled')).toBe(before + 1);
  });
});

describe('a provider is paused once, and in force, when the process dies at', () => {
  test.each(['decider.before-append', 'decider.after-append', 'providers.before-hint'])('%s', async (point) => {
    const look = async () => {
      const reply = await http.call('GET', providersHttp.console.path, { token: root });
      const { providers } = providersHttp.console.reply.parse(expectOk(reply).body);
      return providers.find(({ name }) => name === BUILT_IN)!;
    };
    const { version } = await look();
    const stream = providerStream.nameOf(BUILT_IN);
    const before = await countOf(stream, 'ProviderPaused');
    const path = providersHttp.pause.path.replace(':name', BUILT_IN);
    const body = { version, reason: 'a test of faults' };
    const reply = await dying(point, () => http.call('POST', path, { token: root, body }));
    expect(reply.status).toBe(200);
    expect(await look()).toMatchObject({ version: version + 1, availability: { state: 'paused' } });
    expect(await countOf(stream, 'ProviderPaused')).toBe(before + 1);
    const resume = providersHttp.resume.path.replace(':name', BUILT_IN);
    expectOk(await http.call('POST', resume, { token: root, body: { ...body, version: version + 1 } }));
  });
});

test('what one process changes holds in another: a role at once, the mode of checkout within five seconds', async () => {
  await product.killEverything();
  await product.start();
  const second = await startSecondApi(product);
  const other = new HttpClient({ address: second.address, ready: () => product.ready() });
  try {
    const mode = async () => checkoutHttp.mode.reply.parse((await other.call('GET', checkoutHttp.mode.path)).body);
    const reply = await http.call('GET', checkoutHttp.settings.path, { token: root });
    const { version, testMode } = checkoutHttp.settings.reply.parse(reply.body);
    expect((await mode()).testMode).toBe(testMode);
    const body = { version, testMode: !testMode, reason: 'a test of faults' };
    expectOk(await http.call('PUT', checkoutHttp.toggle.path, { token: root, body }));
    await until(async () => (await mode()).testMode === !testMode, { deadlineMs: CHECKOUT_FORCE_MS });

    const ada = await joinAs('admin');
    const one = operatorsHttp.one.path.replace(':id', ada.id);
    expect((await other.call('GET', one, { token: ada.token })).status).toBe(200);
    const change = { version: 2, role: 'support', reason: 'a test of faults' };
    expectOk(await http.call('PUT', one, { token: root, body: change }));
    expect((await other.call('GET', one, { token: ada.token })).status).toBe(403);
  } finally {
    await second.stop();
  }
});

test.each<[string, OperatorRole, string, object]>([
  ['events', 'analyst', eventsHttp.export.path, { category: ['account'] }],
  ['ledger', 'auditor', ledgerConsoleHttp.export.path, { reason: ['allowance'] }],
])(
  '35: who takes away the %s leaves facts that tell by which filter, and how many rows',
  async (what, role, path, filter) => {
    await new People(product).register();
    const ada = await joinAs(role);
    const asked = `${path}?${new URLSearchParams({ format: 'csv', filter: JSON.stringify(filter) }).toString()}`;
    const rows = await until(async () => {
      const { status, bytes } = await http.bytes(asked, ada);
      expect(status).toBe(200);
      const { length } = parse(bytes, { columns: true });
      return length > 0 && length;
    });
    const facts = await Records.of(product, async (records) =>
      [...(await records.streams()).values()].filter(([first]) => first?.data['operatorId'] === ada.id).at(-1),
    );
    expect(facts?.map(({ type, data }) => ({ type, ...data }))).toMatchObject([
      { type: 'ExportBegun', what, format: 'csv', filter },
      { type: 'ExportEnded', rows, outcome: 'complete' },
    ]);
  },
);

describe('36: a live stream ends at once, and not with its next heartbeat, when its operator is', () => {
  test.each([
    ['disabled', { status: 'disabled' }, 401],
    ['demoted', { role: 'support' }, 200],
  ])('%s', async (_what, change, answered) => {
    const ada = await joinAs('admin');
    const stream = await fetch(product.address + operationsHttp.live.path, {
      headers: { authorization: `Bearer ${ada.token}` },
      signal: AbortSignal.timeout(HEARTBEAT_MS / 2),
    });
    expect(stream.status).toBe(200);
    const ended = stream.text();
    const path = operatorsHttp.change.path.replace(':id', ada.id);
    const body = { version: 2, reason: 'a test of faults', ...change };
    expectOk(await http.call('PUT', path, { token: root, body }));
    await ended;
    expect((await http.call('GET', operatorsHttp.me.path, { token: ada.token })).status).toBe(answered);
  });
});
