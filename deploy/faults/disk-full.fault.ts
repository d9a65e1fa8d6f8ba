// spec: faults F18, F19
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problems } from '@easel/contracts/kernel/problem';
import { afterEach, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

// Small disks of their own are mounted, which only root may do: as in a container of CI.

let product: Product | undefined;
const mounts: string[] = [];

afterEach(async () => {
  await product?.killEverything();
  for (const place of mounts.splice(0)) execFileSync('/usr/bin/umount', [place]);
  await product?.remove();
  product = undefined;
});

/** Makes a folder of a product that does not run a disk of this size, with what is in it. */
function onDiskOfItsOwn(folder: string, mib: number): string {
  mkdirSync(folder, { recursive: true });
  const aside = `${folder}.aside`;
  renameSync(folder, aside);
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0700`, 'tmpfs', folder]);
  mounts.push(folder);
  cpSync(aside, folder, { recursive: true });
  rmSync(aside, { recursive: true });
  return folder;
}

/** Takes what room is left, but for so many KiB. Gives it back by removing the file. */
function fill(disk: string, leftKib: number): string {
  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftKib * 1024)));
  return filler;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'filler')
    .map(({ name }) => name);

test('18: with the images’ disk full a picture is refused with 507, no part of a file stays, and nothing is charged', async () => {
  product = await startProduct();
  await product.stop();
  const disk = onDiskOfItsOwn(join(product.dataDir, 'blobs'), 16);
  await product.start();
  const people = new People(product);
  const member = await people.register();
  expect((await people.generate(member)).kind).toBe('completed');
  // Holds end a moment after their images.
  const chargedOnce = (): Promise<unknown> =>
    until(async () => {
      const { credits, held } = await people.balance(member);
      return credits === 45 && held === 0;
    });
  await chargedOnce();
  const before = filesIn(disk);

  const filler = fill(disk, 8);
  expect(await people.generate(member)).toMatchObject({ kind: 'refused', status: 507, code: problems.diskFull.code });
  expect(filesIn(disk).filter((name) => !before.includes(name))).toEqual([]);
  await chargedOnce();

  rmSync(filler);
  expect((await people.generate(member)).kind).toBe('completed');
  expect(product.deaths).toBe(0);
}, 180_000);

test('19: with the database’s disk full nothing is acknowledged that is not stored, and with room again all goes on', async () => {
  product = await startProduct();
  await product.stop();
  const disk = onDiskOfItsOwn(join(product.dataDir, 'postgres'), 400);
  await product.start();
  const people = new People(product);
  const member = await people.register();
  await people.grant(member, 500);
  expect((await people.generate(member)).kind).toBe('completed');

  const filler = fill(disk, 256);
  const seen: Record<string, number> = {};
  let acknowledged = 0;
  for (let n = 0; n < 400 && (seen['503'] ?? 0) < 5; n++) {
    const name = `full${n}-${Date.now()}`;
    const reply = await people.http
      .once('POST', '/api/auth/register', {
        key: name,
        body: {
          firstName: 'x'.repeat(80),
          lastName: 'y'.repeat(80),
          email: `${name}@faults.example`,
          username: name,
          password: 'long enough it is',
          confirmPassword: 'long enough it is',
        },
      })
      .catch(() => undefined);
    const status = String(reply?.status ?? 'no answer');
    seen[status] = (seen[status] ?? 0) + 1;
    if (reply?.status === 200) acknowledged += 1;
  }
  tell('the database’s disk is full', { seen, acknowledged });
  expect(Object.keys(seen).filter((status) => !['200', '503', 'no answer'].includes(status))).toEqual([]);
  expect(seen['503'] ?? 0).toBeGreaterThan(0);

  rmSync(filler);
  const begun = performance.now();
  await until(async () => (await product!.readiness()).ready, { deadlineMs: 60_000 });
  tell('room again', { backMs: Math.round(performance.now() - begun) });
  expect((await people.generate(member)).kind).toBe('completed');
  await audit(product, people);
  await expectReplayAgrees(product);
}, 300_000);
