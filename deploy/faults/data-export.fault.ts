import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataExportHttp } from '@easel/contracts/data-export/http';
import { mailHttp } from '@easel/contracts/mail/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk, People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['data-export.before-rename', 'data-export.after-rename', 'data-export.after-ready'])(
  'a member has the file of their data, and the mail that tells of it, when the process dies at %s',
  async (point) => {
    const member = await people.register();
    await people.generate(member);
    await product.killEverything();
    const onceFile = join(folder, point);
    await product.start({ faultPoint: point, onceFile, restarts: true });
    const { token, password } = member;
    expectOk(await people.http.call('POST', dataExportHttp.request.path, { token, body: { password } }));
    await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
    await product.ready();
    const file = await people.http.eventually(dataExportHttp.own.path, { token }, ({ body }) => {
      const { dataExport } = dataExportHttp.own.reply.parse(body);
      return dataExport?.downloadUrl ? dataExport : undefined;
    });
    const { status, bytes } = await people.http.bytes(file.downloadUrl ?? '', {});
    expect([status, bytes.length]).toEqual([200, file.bytes]);
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    await people.http.eventually(
      `${mailHttp.json.path}?to=${encodeURIComponent(member.email)}`,
      product.mailboxKey,
      ({ body }) => mailHttp.json.reply.parse(body).mails.find(({ subject }) => subject.includes('data is ready')),
    );
  },
);
