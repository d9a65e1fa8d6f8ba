import assert from 'node:assert/strict';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { collectionPath } from '@easel/contracts/collections/policy';
import { favoritesHttp } from '@easel/contracts/favorites/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { sharesHttp } from '@easel/contracts/shares/http';
import { shareEndsAt } from '@easel/contracts/shares/policy';
import { expect } from '@playwright/test';
import { executablesIn } from './executable-html.ts';
import { step, test } from './fixtures.ts';
import { HOSTILE, SCRIPT } from './hostile.ts';
import { enter, newMember, register } from './people.ts';
import { generate } from './pictures.ts';
import { callAs } from './wire.ts';

/** It ends the elements that texts stand in: titles, attributes, data in a page's source. */
const BREAKING = `</script></title></textarea>"'><img src=x onerror="window.struck=1">${SCRIPT}`;
const STRICT = [
  "default-src 'self'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

test('12: script in prompts, names and searches stays letters on every page', async ({
  open,
  product: { address },
}) => {
  const painter = await register(address, {
    ...newMember(),
    firstName: SCRIPT.slice(0, 50),
    lastName: HOSTILE.slice(0, 50),
  });
  const call = callAs(address, painter.token);
  const prompt = `A fox ${BREAKING}`;
  const { id } = await generate(address, painter.token, { prompt, negative_prompt: HOSTILE.slice(0, 200) });
  await call(generationHttp.makePublic, { params: { id }, body: { isPublic: true } });
  const name = `struck-${painter.username}`.slice(0, 24);
  await call(membersHttp.updatePublicProfile, { body: { name, shown: true, sharesSettings: true } });
  await call(favoritesHttp.toggle, { params: { generationId: id } });
  const collection = await call(collectionsHttp.make, { body: { name: BREAKING.slice(0, 80) } });
  await call(collectionsHttp.collect, { params: { id: collection.id }, body: { generationIds: [id] } });
  const { share } = await call(sharesHttp.make, {
    body: { kind: 'collection', id: collection.id, expiresAt: shareEndsAt(new Date(), 1).toISOString() },
  });
  const { page, complaints, expectRefusal } = await open();
  const words = encodeURIComponent(BREAKING.slice(0, 180));

  const looksAt = async (path: string, isThere = true) => {
    const source = await fetch(address + path, { headers: { accept: 'text/html' } });
    const policy = (source.headers.get('content-security-policy') ?? '').split('; ');
    for (const directive of STRICT) assert.ok(policy.includes(directive), `${path}: ${policy.join('; ')}`);
    assert.doesNotMatch(policy.join(' '), /unsafe-|https?:|\*/, path);
    assert.deepEqual(executablesIn(await source.text()), [], path);
    if (!isThere) expectRefusal(path);
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('load');
    assert.deepEqual(await page.evaluate('[window.struck, window.hacked]'), [undefined, undefined], path);
  };

  await step('for a visitor', async () => {
    for (const path of ['/search?q=fox', `/search?q=${words}`, '/public-gallery', `/public-gallery?search=${words}`])
      await looksAt(path);
    for (const path of [
      `/public-gallery?category=${words.slice(0, 60)}`,
      `/image/${id}`,
      `/u/${name}`,
      new URL(share.url).pathname,
    ])
      await looksAt(path);
    for (const path of [`/unsubscribe?token=${words}`, `/verify-success?status=${words}`, `/register?ref=${words}`])
      await looksAt(path);
    for (const path of [`/login?next=${words}`, '/pricing', '/contact', '/admin/login']) await looksAt(path);
    await page.goto(`/image/${id}`);
    await expect(page.getByText(prompt).first()).toBeVisible();
  });

  await step('for its owner', async () => {
    await enter(page, painter);
    for (const path of [
      '/',
      '/your-gallery',
      '/your-gallery?view=wall',
      '/favorites',
      '/collections',
      collectionPath(collection.id),
      '/profile',
      `/generator?remix=${id}`,
    ])
      await looksAt(path);
    await page.goto('/your-gallery');
    await page.getByRole('link', { name: `Open: ${prompt}` }).waitFor();
  });

  await step('20: and whoever signs in is led nowhere else', async () => {
    const ways = [
      '//evil.example',
      '/\\evil.example',
      '/%2f/evil.example',
      '/%5cevil.example',
      'javascript:window.struck=1',
    ];
    for (const next of [...ways, '\\\\evil.example', 'https://evil.example/', '/.//evil.example', '\t//evil.example']) {
      // Who is signed in already is led on at once.
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.waitForURL((url) => url.pathname !== '/login');
      assert.equal(new URL(page.url()).origin, new URL(address).origin, next);
    }
    assert.equal(await page.evaluate('window.struck'), undefined);
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});
