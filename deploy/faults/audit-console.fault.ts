import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditHttp, type AuditRecord } from '@easel/contracts/audit/http';
import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import { onLocalStore } from '@easel/kernel/testing/on-local-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk, type Member, People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

const reason = 'a test of faults';
const GRANTS = 3;

let product: Product;
let people: People;
let folder: string;
/** Where the ledger's tables are. */
let ledger: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-audits-'));
  product = await startProduct();
  people = new People(product);
  ledger = await Records.of(product, async (records) => {
    const sql = `select schema from read_operations.projections where schema ~ '^read_ledger_v[0-9]+$'`;
    const [row] = await records.rows<{ schema: string }>(sql);
    return row?.schema ?? '';
  });
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A member whose account has a month's allowance and three grants behind it: facts 0 to 3. */
async function memberWithMoney(): Promise<Member> {
  const member = await people.register();
  await until(async () => (await lengthOf(member)) === 1);
  for (let grant = 1; grant <= GRANTS; grant++) await people.grant(member, 10 * grant);
  return member;
}

const lengthOf = (member: Member): Promise<number> =>
  Records.of(product, async (records) => {
    let length = 0;
    for await (const { revision } of records.log.readStored(`account-${member.id}`)) length = revision + 1;
    return length;
  });

async function startAudit(body: object = {}): Promise<AuditRecord> {
  const token = await people.operator();
  const reply = await people.http.call('POST', auditHttp.start.path, { token, body: { reason, ...body } });
  return auditHttp.start.reply.parse(reply.body);
}

async function ended({ id }: { id: string }) {
  const token = await people.operator();
  return until(async () => {
    const { body } = expectOk(await people.http.call('GET', auditHttp.one.path.replace(':id', id), { token }));
    const audit = auditHttp.one.reply.parse(body);
    return audit.ended_at === null ? undefined : audit;
  });
}

/** The ledger has come to all that the accounts hold. */
const booked = (members: readonly Member[]) =>
  until(() =>
    Records.of(product, async (records) => {
      const [row] = await records.rows<{ count: number }>(
        `select count(*)::int as count from ${ledger}.entry where member_id = any($1::uuid[])`,
        [members.map(({ id }) => id)],
      );
      return row?.count === members.length * (GRANTS + 1);
    }),
  );

test('a whole product is said to be clean', async () => {
  const members = [await memberWithMoney(), await memberWithMoney()];
  await booked(members);
  const audit = await ended(await startAudit());
  expect(audit).toMatchObject({ status: 'clean', findings: 0, found: [], error: null });
  expect(audit.progress.streams).toBeGreaterThanOrEqual(2);
  expect(audit.verified).toMatchObject({ payments: { paid: 0 } });
  const one = await ended(await startAudit({ member_id: members[0]?.id }));
  expect(one).toMatchObject({ status: 'clean', progress: { streams: 1, facts: GRANTS + 1 } });
  tell('a clean product', audit.progress);
});

test('a process that dies at each step of an audit leaves it to be taken up', async () => {
  for (const nth of [1, 2, 3]) {
    const onceFile = join(folder, `audit-${nth}`);
    await product.stop();
    await product.start({ faultPoint: `audit.after-append#${nth}`, onceFile, restarts: true });
    const audit = await ended(await startAudit());
    expect(existsSync(onceFile)).toBe(true);
    expect(audit).toMatchObject({ status: 'clean', findings: 0 });
  }
  await product.stop();
  await product.start();
});

test('an export is as it was written, and the line that is changed in it is named', async () => {
  const token = await people.operator();
  const path = join(folder, 'ledger.ndjson');
  const { bytes } = await people.http.bytes(`${ledgerConsoleHttp.export.path}?format=ndjson`, { token });
  writeFileSync(path, bytes);
  expect(await verifyExport(path)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^as it was written; \d+ entries, \d+ as/),
  });
  const lines = readFileSync(path, 'utf8').split('\n');
  const changed = lines[2]?.replace(
    /"credits":(\d+),"dollars":0,"frozen":0,"generation_id"/,
    '"credits":$19,"dollars":0,"frozen":0,"generation_id"',
  );
  expect(changed).not.toBe(lines[2]);
  writeFileSync(path, lines.with(2, changed ?? '').join('\n'));
  const { code, out } = await verifyExport(path);
  expect([code, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^line 3 {2}export\.changed/)]);
  expect(out).toMatch(/^line 3 {2}export\.differs .*the log says/m);
});

function verifyExport(path: string): Promise<{ code: number; out: string }> {
  const program = fileURLToPath(new URL('../dist/tools/audit/main.js', import.meta.url));
  const env = { ...process.env, ...product.mark, DATA_DIR: product.dataDir };
  return new Promise((done) => {
    execFile(process.execPath, [program, 'verify-export', path], { env }, (error, out) =>
      done({ code: Number(error?.code ?? 0), out }),
    );
  });
}

onLocalStore('what was tampered with is named at its exact place', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => memberWithMoney()));
  const [changed, deleted, swapped, cut, edited] = members as [Member, Member, Member, Member, Member];
  await booked(members);
  const stream = ({ id }: Member): string => `account-${id}`;
  const at = (member: Member, revision: number): string => `stream = '${stream(member)}' and revision = ${revision}`;
  await Records.of(product, async (records) => {
    for (const sql of [
      `update store.events set data = convert_to(replace(convert_from(data, 'UTF8'), '"tenths":100', '"tenths":900'), 'UTF8')
       where ${at(changed, 1)}`,
      `delete from store.events where ${at(deleted, 1)}`,
      `update store.events set revision = -1 where ${at(swapped, 1)}`,
      `update store.events set revision = 1 where ${at(swapped, 2)}`,
      `update store.events set revision = 2 where ${at(swapped, -1)}`,
      `delete from store.events where ${at(cut, GRANTS)}`,
      `update ${ledger}.entry set tenths = tenths + 1 where member_id = '${edited.id}' and revision = 1`,
    ]) {
      await records.rows(sql);
    }
  });
  // The store reads anew what it holds.
  process.kill(product.partPid('eventStore'), 'SIGKILL');
  await until(async () => !(await product.readiness()).ready || undefined, { deadlineMs: 5_000 }).catch(
    () => undefined,
  );
  await product.ready();
  const audit = await ended(await startAudit());
  expect(audit).toMatchObject({ status: 'findings', findings: 5 });
  expect(audit.found.map(({ code, place }) => `${code} ${place}`).toSorted()).toEqual(
    [
      `chain.changed ${stream(changed)}@1`,
      `chain.missing ${stream(deleted)}@1`,
      `chain.swapped ${stream(swapped)}@1`,
      `ledger.surplus ledger entry ${stream(cut)}@${GRANTS}`,
      `ledger.differs ledger entry ${stream(edited)}@1`,
    ].toSorted(),
  );
  const one = await ended(await startAudit({ member_id: edited.id }));
  expect(one.found).toMatchObject([
    { code: 'ledger.differs', detail: { column: 'tenths', expected: 100, found: 101 } },
  ]);
  tell('tampered with', { found: audit.findings });
});
