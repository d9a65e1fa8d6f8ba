import assert from 'node:assert/strict';
import { consoleLooks } from './console-looks.ts';
import { everyLook, SIZES } from './every-look.ts';
import { firstAdmin } from './first-admin.ts';
import { test } from './fixtures.ts';
import type { Look } from './look.ts';
import { signInToConsole } from './operators.ts';

const signInPage: Look = {
  name: 'console-login',
  path: '/admin/login',
  settle: (page) => page.getByRole('heading', { level: 1, name: 'Admin Login' }).waitFor(),
};

const unlockPage: Look = {
  name: 'console-unlock',
  path: '/admin/unlock#token=x',
  settle: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
};

everyLook('console', 'visitor', [signInPage, unlockPage]);
everyLook('console', 'admin', consoleLooks);

for (const { width, height } of SIZES) {
  test(`signing in, an admin, ${width} px`, async ({ open }) => {
    const { page, complaints } = await open({ viewport: { width, height } });
    await signInToConsole(page, firstAdmin);
    assert.deepEqual(complaints, []);
  });
}
