import assert from 'node:assert/strict';
import { test } from './fixtures.ts';
import { loadPage } from './page-load.ts';
import { SHOWN_AS } from './settled-people.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const SCRIPT_BYTES = 10_000;
const SHIFT = 0.02;

/** Pages that come rendered; `pictures`: they are the point of it, so that one of them is the largest that is painted. */
const PAGES: readonly { path: string; pictures?: true }[] = [
  { path: '/', pictures: true },
  { path: '/search', pictures: true },
  { path: '/public-gallery', pictures: true },
  { path: '/image/:id', pictures: true },
  { path: `/u/${SHOWN_AS}`, pictures: true },
  { path: '/pricing' },
  { path: '/about' },
  { path: '/disclaimer' },
  { path: '/privacy-policy' },
  { path: '/terms-conditions' },
  { path: '/unsubscribe?token=x' },
  { path: '/verify-success?status=success' },
];

for (const { path, pictures } of PAGES) {
  for (const viewport of SIZES) {
    test(`${path} is there before any script of the app, and stays where it is, ${viewport.width} px`, async ({
      open,
      world,
    }) => {
      const { picture } = await world.member();
      const { page } = await open({ viewport });
      const { scriptBytes, shift, largestIs } = await loadPage(page, path.replace(':id', picture.id));
      assert.ok(scriptBytes <= SCRIPT_BYTES, `${scriptBytes} bytes of script came before anybody touched it`);
      assert.ok(shift <= SHIFT, `it jumped by ${shift}`);
      if (pictures) assert.equal(largestIs, 'img', 'the largest that was painted');
    });
  }
}
