import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { wake } from './browser.ts';
import { test } from './fixtures.ts';
import type { Look } from './look.ts';
import { everyLook, SIZES } from './every-look.ts';
import { enter } from './people.ts';
import { declineCards, openPrintedOrder, paymentOfOrder, putIntoCart, shirtInCart } from './printed-order.ts';
import { CURATED_AS } from './settled-curator.ts';
import { SHOWN_AS } from './settled-people.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const pictures = async (page: Page) => {
  await page.locator('article img').first().waitFor();
  await page.evaluate(`Promise.all([...document.querySelectorAll('article img[src]')].map((image) => {
    image.loading = 'eager';
    return image.decode();
  }))`);
};

/** Opens something by its button, and waits for the dialog it brings. */
const opening =
  (ready: (page: Page) => Promise<unknown>, press: (page: Page) => Promise<unknown>) => async (page: Page) => {
    await ready(page);
    await press(page);
    await page.getByRole('dialog').last().waitFor();
  };
const pressed = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const openedPicture = async (page: Page) => {
  await pictures(page);
  await page
    .getByRole('link', { name: /^Open:/ })
    .first()
    .click();
  await page.locator('dialog img').first().waitFor();
  await page.evaluate(`document.querySelector('dialog img').decode()`);
};
/** From somebody's page to a picture of theirs, by its address. */
const theirPicture = async (page: Page, leadsTo: (id: string) => string) => {
  await pictures(page);
  const { items } = (await page.evaluate(
    `fetch('/api/people/${SHOWN_AS}/pictures').then((reply) => reply.json())`,
  )) as { items: { id: string }[] };
  await page.goto(leadsTo(items.at(0)?.id ?? ''));
};
/** Of the member's collections the one that has pictures. */
const openedCollection = async (page: Page) => {
  await page
    .getByRole('link', { name: /^Foxes, harbours/ })
    .first()
    .click();
  await pictures(page);
};
/** From the member's own links to what one of them shows. */
const sharedPictures = async (page: Page) => {
  const { shares } = (await page.evaluate(
    `fetch('/api/shares', { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } }).then((reply) => reply.json())`,
  )) as { shares: { url: string; state: string }[] };
  await page.goto(shares.find(({ state }) => state === 'works')?.url ?? '');
  await page
    .getByRole('button', { name: /^Open:/ })
    .first()
    .waitFor();
  await page.evaluate(`Promise.all([...document.querySelectorAll('[data-tile] img')].map((image) => {
    image.loading = 'eager';
    return image.decode();
  }))`);
};
/** What a curator's pictures brought, and the pictures of the section. */
const curated = async (page: Page) => {
  await page.locator('.recharts-bar-rectangle').first().waitFor();
  await page
    .getByRole('button', { name: /^Take out:/ })
    .first()
    .waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('region', { name: 'By picture' }).getByRole('link').first().waitFor();
  await page.evaluate('scrollTo(0, 0)');
};

/** Of what a member made, both. */
const charts = async (page: Page) => {
  for (const name of ['Generation Trends', 'Credits and Earnings', 'Quality Distribution']) {
    const panel = page.getByRole('region', { name });
    // Drawn once it is nearly in view.
    await panel.scrollIntoViewIfNeeded();
    await panel.locator('.recharts-bar-rectangle').first().waitFor();
  }
};
const waitedFor = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** Puts an image into the browser's cart, and something that cannot be read. */
const filledCart = async (page: Page) => {
  const item = {
    kind: 'image-download',
    type: 'image-download',
    id: 'one',
    generationId: '11111111-1111-4111-8111-111111111111',
    variantId: '11111111-1111-4111-8111-111111111111',
    format: 'png',
    resolutionTier: '2K',
    price: 1.5,
    quantity: 1,
    name: 'A fox in the snow, oil on canvas, in the soft evening light behind the birches',
    image: '/icon-192.png',
  };
  await putIntoCart(page, [item, { ...item, id: 'two', name: 'A heron at dawn', price: 'free' }]);
};
/** Puts a picture of the member's own on two products into the cart, of which one costs another price by now. */
const filledWithProducts = async (page: Page) => {
  await page.evaluate(`(async () => {
    const headers = { authorization: 'Bearer ' + localStorage.getItem('token') };
    const { items } = await (await fetch('/api/gallery/user?page=1&limit=12', { headers })).json();
    const { id: generationId, variants } = items.find(({ variants }) => variants.length > 0);
    const [{ id: variantId, thumbnail_url: image }] = variants;
    const placement = { fit: 'crop', x: 0, y: 0, scale: 1, rotation: 0, repeat: 'none', background: 'none' };
    const shared = { kind: 'product', generationId, variantId, image, imageNumber: 1, placement };
    const shirt = { ...shared, id: 'shirt', productId: 't-shirt', name: 'T-shirt', size: 'XL', color: 'navy' };
    const poster = { ...shared, id: 'poster', productId: 'poster', name: 'Poster 18x24', size: '18x24', color: '' };
    const stored = [{ ...shirt, price: 24, quantity: 2 }, { ...poster, price: 17, quantity: 1 }];
    localStorage.setItem('cart', JSON.stringify([...stored, ...JSON.parse(localStorage.getItem('cart'))]));
    window.dispatchEvent(new Event('cart-updated'));
  })()`);
};
/** From the member's newest pictures to one of them on a T-shirt. */
const designed = async (page: Page) => {
  await page
    .getByRole('link', { name: /^Print:/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Move the picture:/ }).waitFor();
  await page.getByText(/ dpi/).waitFor();
  await page.evaluate(`Promise.all([...document.querySelectorAll('svg image')].map((image) => {
    const loaded = new Image();
    loaded.src = image.href.baseVal;
    return loaded.decode();
  }))`);
};
const checkedOut = async (page: Page) => {
  await waitedFor('Your cart is empty')(page);
  await filledCart(page);
  await page.getByLabel('First name').waitFor();
};
const atAddress = async (page: Page) => {
  await waitedFor('Your cart is empty')(page);
  await putIntoCart(page, [shirtInCart]);
  await page.getByLabel('First name').waitFor();
  await pressed('Next Step')(page);
  await page.getByRole('option', { name: 'California' }).waitFor({ state: 'attached' });
};
const atReview = async (page: Page, cardNumber: string) => {
  await checkedOut(page);
  await pressed('Next Step')(page);
  await page.getByLabel('Card number').fill(cardNumber);
  await page.getByLabel('Expiry (MM/YY)').fill('12/30');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('Name on card').fill('Ada Byron');
  await pressed('Next Step')(page);
  await page.getByRole('button', { name: 'Place Order' }).waitFor();
};
/** Orders a picture of somebody else that is for sale, and opens the order, which waits for its payment. */
const openedOrder = async (page: Page) => {
  await heading(page, 'Orders');
  const id = await page.evaluate(`(async () => {
    const headers = { authorization: 'Bearer ' + localStorage.getItem('token'), 'content-type': 'application/json' };
    const { items } = await (await fetch('/api/gallery/public?limit=24', { headers })).json();
    const { id: generationId, variants } = items.find(({ yours, entry }) => !yours && !entry);
    const item = { kind: 'image-download', id: 'one', generationId, variantId: variants[0].id, quantity: 1 };
    const body = JSON.stringify({
      id: 'ORD-' + Date.now(),
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.org',
      items: [{ ...item, resolutionTier: '1K', format: 'png' }],
      test_mode: false,
    });
    const { order } = await (await fetch('/api/orders', { method: 'POST', headers, body })).json();
    while (!(await fetch('/api/orders/' + order.id, { headers })).ok);
    return order.id;
  })()`);
  await page.goto(`/orders/${String(id)}`);
  await page.getByRole('link', { name: 'Pay now' }).waitFor();
};

const visitors: readonly Look[] = [
  { name: 'login', path: '/login', settle: (page) => heading(page, 'Sign in') },
  {
    name: 'forgot-password',
    path: '/login',
    settle: opening((page) => heading(page, 'Sign in'), pressed('Forgot your password?')),
  },
  { name: 'register', path: '/register?ref=FRIEND25', settle: (page) => heading(page, 'Create your account') },
  { name: 'reset-password', path: '/reset-password?token=x', settle: waitedFor('Confirm') },
  { name: 'reset-password-dead', path: '/reset-password', settle: waitedFor('Invalid Reset Link') },
  { name: 'verify-success', path: '/verify-success?status=success', settle: (page) => heading(page, 'Email Verified') },
  { name: 'verify-other', path: '/verify-success?status=x', settle: (page) => heading(page, 'Something Went Wrong') },
  { name: 'unsubscribe', path: '/unsubscribe?token=x', settle: (page) => heading(page, 'Unsubscribe from Easel') },
  {
    name: 'unsubscribed',
    path: '/unsubscribe?token=x&status=success',
    settle: (page) => heading(page, 'You are unsubscribed'),
  },
  { name: 'unsubscribe-dead', path: '/unsubscribe', settle: waitedFor('Missing unsubscribe token') },
  {
    name: 'not-found',
    path: '/no/such/page',
    refused: '/no/such/page',
    settle: (page) => heading(page, 'Page not found'),
  },
  { name: 'search', path: '/search', settle: pictures },
  { name: 'search-list', path: '/search?category=landscapes&view=list', settle: pictures },
  { name: 'search-nothing', path: '/search?q=nosuchthing', settle: waitedFor('No images found') },
  {
    name: 'search-filters',
    path: '/search?category=landscapes',
    async settle(page) {
      await pictures(page);
      await pressed('Filters')(page);
      await page.getByLabel('Colour').waitFor();
    },
  },
  { name: 'public-gallery', path: '/public-gallery', settle: pictures },
  {
    name: 'public-preview',
    path: '/public-gallery',
    async settle(page) {
      await wake(page);
      await openedPicture(page);
    },
  },
  { name: 'public-nothing', path: '/public-gallery?search=nosuchthing', settle: waitedFor('No images found') },
  {
    name: 'tshirt-challenge',
    path: '/tshirt-competition',
    settle: (page) => heading(page, 'T-Shirt Design Challenge'),
  },
  {
    name: 'poster-challenge',
    path: '/poster-competition',
    settle: (page) => heading(page, 'Poster Design Challenge'),
  },
  {
    name: 'how-to-enter',
    path: '/public-gallery?category=poster-competition',
    settle: opening(pictures, pressed('How to enter the Poster Competition')),
  },
  {
    name: 'image-gone',
    gate: false,
    path: '/image/11111111-1111-4111-8111-111111111111',
    refused: [
      '/image/11111111-1111-4111-8111-111111111111',
      '/api/gallery/public/11111111-1111-4111-8111-111111111111',
    ],
    settle: waitedFor('not public'),
  },
  { name: 'person', path: `/u/${SHOWN_AS}`, settle: pictures },
  {
    name: 'person-nobody',
    gate: false,
    path: '/u/nobody-at-all',
    refused: ['/u/nobody-at-all', '/api/people/nobody-at-all'],
    settle: waitedFor('Nobody is shown'),
  },
  { name: 'report', path: `/u/${SHOWN_AS}`, settle: opening(pictures, pressed('Report')) },
  {
    name: 'image-remixed',
    gate: true,
    path: `/u/${SHOWN_AS}`,
    async settle(page) {
      await theirPicture(page, (id) => `/image/${id}`);
      await page.getByRole('region', { name: 'Remixes of this picture' }).waitFor();
    },
  },
  {
    name: 'collection-shared-gone',
    gate: false,
    path: '/shared/nothing-by-this-link',
    refused: ['/shared/nothing-by-this-link', '/api/shared/nothing-by-this-link'],
    settle: (page) => heading(page, 'This link does not work'),
  },
  { name: 'shop', path: '/shop', settle: waitedFor('$24.00') },
  { name: 'pricing', path: '/pricing', settle: (page) => heading(page, 'Pricing') },
  {
    name: 'curators-earn',
    path: '/pricing?period=yearly',
    settle: opening((page) => heading(page, 'Pricing'), pressed('How curators earn')),
  },
  { name: 'report-feature', path: '/report-feature', settle: (page) => page.getByLabel('Title').waitFor() },
  { name: 'report-bug', path: '/report-bug', settle: (page) => page.getByLabel('Title').waitFor() },
  {
    name: 'contact-refused',
    path: '/contact',
    async settle(page) {
      await page.getByLabel('Subject').waitFor();
      await page.getByRole('button', { name: /^Send/ }).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  { name: 'about', path: '/about', settle: (page) => page.locator('h1').waitFor() },
  { name: 'disclaimer', path: '/disclaimer', settle: (page) => page.locator('h1').waitFor() },
  { name: 'privacy', path: '/privacy-policy', settle: (page) => page.locator('h1').waitFor() },
  { name: 'verify-image', path: '/verify-image', settle: (page) => page.locator('h1').waitFor() },
  { name: 'terms', path: '/terms-conditions', settle: (page) => page.locator('h1').waitFor() },
];

const members: readonly Look[] = [
  { name: 'home', path: '/', settle: pictures },
  { name: 'generator', path: '/generator', settle: pictures },
  {
    name: 'generator-enhanced',
    path: '/generator',
    async settle(page) {
      await pictures(page);
      await page.getByLabel('Prompt', { exact: true }).fill('a red fox');
      await pressed('Enhance')(page);
      await page.getByRole('group', { name: 'Enhanced prompt' }).waitFor();
    },
  },
  {
    name: 'generator-shape',
    path: '/generator',
    async settle(page) {
      await pictures(page);
      await pressed(/^Shape/)(page);
      await page.getByRole('group', { name: 'Shape' }).getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'generator-more',
    path: '/generator',
    async settle(page) {
      await pictures(page);
      await pressed('More')(page);
      await page.getByRole('button', { name: /^Use seed/ }).waitFor();
    },
  },
  {
    name: 'generator-compare',
    path: '/generator',
    settle: opening(pictures, async (page) => {
      await pressed('More')(page);
      await pressed('Compare with another')(page);
      await pressed(/^Compare with image/)(page);
    }),
  },
  {
    name: 'generator-inspiration',
    path: '/generator',
    async settle(page) {
      await heading(page, 'Creative Studio');
      await pressed('Inspiration')(page);
      await page.locator('a[href^="/generator?remix="] img').first().waitFor();
    },
  },
  {
    name: 'generator-unknown',
    path: '/generator',
    settle: async (page) => {
      await page.getByLabel('Prompt', { exact: true }).fill('a typewriter on a desk');
      await waitedFor('I cannot draw typewriter or desk yet')(page);
    },
  },
  {
    name: 'generator-poster',
    path: '/generator',
    settle: async (page) => {
      await page.getByRole('radio', { name: 'Poster', exact: true }).check();
      await page.getByLabel('Prompt', { exact: true }).fill('Jazz night in Berlin, 14 June');
      await waitedFor(/^Will be drawn: /)(page);
    },
  },
  {
    name: 'generator-advanced',
    path: '/generator',
    async settle(page) {
      await heading(page, 'Creative Studio');
      await page.locator('summary', { hasText: 'Advanced' }).click();
      await page.getByLabel('Negative prompt').waitFor();
    },
  },
  { name: 'your-gallery', path: '/your-gallery', settle: pictures },
  {
    name: 'filters',
    path: '/your-gallery',
    async settle(page) {
      await pictures(page);
      await pressed('Filters')(page);
      await page.getByLabel('Model').waitFor();
    },
  },
  {
    name: 'selected',
    path: '/your-gallery',
    async settle(page) {
      await pictures(page);
      await page
        .getByRole('checkbox', { name: /^Select:/ })
        .first()
        .check({ force: true });
      await page.getByRole('group', { name: 'Selected images' }).waitFor();
    },
  },
  {
    name: 'wall',
    path: '/your-gallery?view=wall',
    async settle(page) {
      await page.locator('[data-tile] img').first().waitFor();
    },
  },
  { name: 'search-own', path: '/search?of=own', settle: pictures },
  {
    name: 'uploads',
    path: '/your-gallery?view=uploads',
    async settle(page) {
      await page.getByRole('list', { name: 'Your uploads' }).getByRole('img').first().waitFor();
    },
  },
  {
    name: 'upload-delete',
    path: '/your-gallery?view=uploads',
    settle: opening(waitedFor('2 uploads'), pressed(/^Delete /)),
  },
  { name: 'trash', path: '/your-gallery?view=trash', settle: waitedFor('Restore') },
  { name: 'nothing-found', path: '/your-gallery?search=nosuchthing', settle: waitedFor('No images found') },
  { name: 'preview', gate: true, path: '/your-gallery', settle: openedPicture },
  { name: 'variant', path: '/your-gallery', settle: opening(openedPicture, pressed('Create variant')) },
  {
    name: 'share-private',
    path: '/your-gallery?search=fox',
    settle: opening(openedPicture, (page) => page.getByRole('dialog').getByRole('button', { name: 'Share' }).click()),
  },
  { name: 'delete', path: '/your-gallery', settle: opening(pictures, pressed(/^Delete:/)) },
  { name: 'profile', path: '/profile', settle: (page) => page.getByLabel('First name').waitFor() },
  {
    name: 'avatar',
    path: '/profile',
    async settle(page) {
      await opening((profile) => profile.getByLabel('First name').waitFor(), pressed('Choose a picture'))(page);
      await page
        .getByRole('button', { name: /^Use as avatar:/ })
        .first()
        .waitFor();
    },
  },
  { name: 'public-gallery-member', path: '/public-gallery', settle: pictures },
  {
    name: 'download',
    gate: true,
    path: '/your-gallery',
    async settle(page) {
      await openedPicture(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
      await page.getByRole('dialog', { name: 'Download' }).getByText('Final size').waitFor();
      await page.getByText('Free, it is your own').waitFor();
    },
  },
  { name: 'analytics', path: '/analytics', settle: charts },
  {
    name: 'analytics-figures',
    path: '/analytics?days=7',
    async settle(page) {
      await charts(page);
      await page.locator('summary', { hasText: 'Show the figures' }).first().click();
      await page.getByRole('table').first().waitFor();
    },
  },
  { name: 'cart-empty', path: '/cart', settle: waitedFor('Your cart is empty') },
  {
    name: 'cart',
    gate: true,
    path: '/cart',
    async settle(page) {
      await waitedFor('Your cart is empty')(page);
      await filledCart(page);
      await page.getByRole('link', { name: 'Proceed to Checkout' }).waitFor();
    },
  },
  {
    name: 'cart-products',
    path: '/cart',
    async settle(page) {
      await waitedFor('Your cart is empty')(page);
      await filledCart(page);
      await filledWithProducts(page);
      await waitedFor('Its price is $19.00 now.')(page);
    },
  },
  { name: 'shop-choose', path: '/shop?product=mug', settle: (page) => page.locator('main img').first().waitFor() },
  { name: 'shop-picture', path: '/shop?product=t-shirt', settle: designed },
  {
    name: 'shop-border',
    path: '/shop?product=poster',
    async settle(page) {
      await designed(page);
      await page.getByRole('radio', { name: 'Whole, with a border' }).check({ force: true });
      await page.getByRole('radio', { name: 'Other' }).check({ force: true });
      await page.getByLabel('Background colour').waitFor();
    },
  },
  { name: 'checkout', path: '/checkout', settle: checkedOut },
  { name: 'checkout-address', gate: true, path: '/checkout', settle: atAddress },
  {
    name: 'checkout-address-wrong',
    path: '/checkout',
    async settle(page) {
      await atAddress(page);
      await page.getByLabel('Country').selectOption('United Kingdom');
      await page.getByLabel('Postcode').fill('12345');
      await pressed('Next Step')(page);
      await waitedFor('Please enter a postcode such as SW1A 1AA')(page);
    },
  },
  {
    name: 'checkout-wrong',
    path: '/checkout',
    refused: paymentOfOrder,
    async settle(page) {
      await declineCards(page);
      await atReview(page, '4000000000000002');
      await pressed('Place Order')(page);
      await waitedFor('Your card was declined.')(page);
    },
  },
  {
    name: 'checkout-review',
    path: '/checkout',
    settle: (page) => atReview(page, '4242424242424242'),
  },
  { name: 'orders-none', gate: false, path: '/orders', settle: waitedFor('No orders yet') },
  { name: 'uploads-none', gate: false, path: '/your-gallery?view=uploads', settle: waitedFor('No uploads yet') },
  { name: 'favorites-none', gate: false, path: '/favorites', settle: waitedFor('No favorites yet') },
  {
    name: 'collections',
    path: '/collections',
    async settle(page) {
      await waitedFor('Your links')(page);
      await waitedFor('For later')(page);
    },
  },
  { name: 'collection', gate: true, path: '/collections', settle: openedCollection },
  {
    name: 'collection-share',
    path: '/collections',
    settle: async (page) => {
      await opening(openedCollection, pressed('Share by a link'))(page);
      await page.getByRole('radio', { name: 'Other' }).check({ force: true });
      await page.getByLabel('Its last day').waitFor();
      await page.getByRole('list', { name: 'Links that work' }).waitFor();
    },
  },
  {
    name: 'collection-add',
    path: '/your-gallery',
    async settle(page) {
      await openedPicture(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Add to a collection' }).click();
      await page.getByRole('list', { name: 'Your collections' }).waitFor();
    },
  },
  {
    name: 'collection-selected',
    path: '/collections',
    async settle(page) {
      await openedCollection(page);
      await page
        .getByRole('checkbox', { name: /^Select:/ })
        .first()
        .check({ force: true });
      await page.getByRole('button', { name: 'Take out of this collection' }).waitFor();
    },
  },
  { name: 'collection-shared', gate: true, path: '/collections', settle: sharedPictures },
  {
    name: 'collection-shared-preview',
    path: '/collections',
    async settle(page) {
      await opening(sharedPictures, pressed(/^Open:/))(page);
      await page.evaluate(`document.querySelector('dialog img').decode()`);
    },
  },
  { name: 'following-none', gate: false, path: '/following', settle: waitedFor('You follow nobody yet') },
  { name: 'person-oneself', path: `/u/${SHOWN_AS}`, settle: pictures },
  { name: 'purchases-none', gate: false, path: '/my-purchases', settle: waitedFor('No purchases yet') },
];

const toppedUp = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Wallet top-up' }).first().waitFor();

/** From the statement to the document that a row of it links to. */
const documented = (link: RegExp, title: RegExp) => async (page: Page) => {
  await toppedUp(page);
  await page.getByRole('link', { name: link }).first().click();
  await heading(page, title);
};

const curators: readonly Look[] = [
  { name: 'curator-dashboard', path: '/curator-dashboard', settle: curated },
  {
    name: 'curator-add-pictures',
    path: '/curator-dashboard',
    settle: async (page) => {
      await curated(page);
      await page.getByRole('button', { name: 'Add pictures' }).first().click();
      await page
        .getByRole('button', { name: /^Show in this series:/ })
        .first()
        .waitFor();
    },
  },
  { name: 'curator-section', path: `/u/${CURATED_AS}`, settle: waitedFor('By the sea') },
  {
    name: 'curators',
    path: '/public-gallery',
    settle: async (page) => {
      await page.getByRole('region', { name: 'Curators' }).waitFor();
      await pictures(page);
    },
  },
];

const patrons: readonly Look[] = [
  { name: 'home-asked', path: '/', settle: waitedFor('Choose a public name') },
  { name: 'following', path: '/following', settle: pictures },
  { name: 'person-followed', path: `/u/${SHOWN_AS}`, settle: pictures },
  { name: 'block', path: `/u/${SHOWN_AS}`, settle: opening(pictures, pressed('Block')) },
  {
    name: 'generator-remix',
    path: `/u/${SHOWN_AS}`,
    async settle(page) {
      await theirPicture(page, (id) => `/generator?remix=${id}`);
      await waitedFor('What you make is a remix')(page);
    },
  },
  { name: 'pricing-member', path: '/pricing', settle: waitedFor('Your plan') },
  { name: 'profile-patron', path: '/profile', settle: waitedFor('Permanent credits') },
  { name: 'curator-dashboard-none', path: '/curator-dashboard', settle: waitedFor('See the plan') },
  { name: 'collections-none', path: '/collections', settle: waitedFor('No collections yet') },
  { name: 'analytics-none', path: '/analytics', settle: waitedFor('No data available yet') },
  { name: 'favorites', path: '/favorites', settle: pictures },
  { name: 'favorites-preview', path: '/favorites', settle: openedPicture },
  { name: 'profit-sharing-none', path: '/profit-sharing', settle: waitedFor('You have not sold anything yet') },
  { name: 'purchases', path: '/my-purchases', settle: pictures },
  { name: 'download-again', path: '/my-purchases', settle: opening(pictures, pressed(/^Download:/)) },
  {
    name: 'orders',
    path: '/orders',
    async settle(page) {
      await openedOrder(page);
      await page.goto('/orders');
      await page.getByRole('list', { name: 'Orders' }).waitFor();
    },
  },
  { name: 'order', gate: true, path: '/orders', settle: openedOrder },
  { name: 'order-cancel', path: '/orders', settle: opening(openedOrder, pressed('Cancel order')) },
  { name: 'order-late', gate: true, path: '/orders', settle: (page) => openPrintedOrder(page, 'late') },
  {
    name: 'order-address',
    path: '/orders',
    settle: async (page) => {
      await opening((before) => openPrintedOrder(before, 'paid'), pressed('Change address'))(page);
      await page.getByRole('dialog').getByRole('option', { name: 'California' }).waitFor({ state: 'attached' });
    },
  },
  {
    name: 'order-payment',
    path: '/orders',
    async settle(page) {
      await openedOrder(page);
      await page.getByRole('link', { name: 'Pay now' }).click();
      await page.getByLabel('Card number').waitFor();
    },
  },
  { name: 'statement', path: '/statement', settle: toppedUp },
  {
    name: 'add-funds',
    path: '/statement',
    async settle(page) {
      await toppedUp(page);
      await pressed('Add Funds')(page);
      await page.getByLabel('Amount in dollars').waitFor();
    },
  },
  { name: 'invoice', gate: true, path: '/statement', settle: documented(/^INV-/, /^Invoice INV-/) },
  { name: 'receipt', gate: true, path: '/statement', settle: documented(/^Receipt$/, /^Receipt$/) },
  { name: 'payment-cancelled', path: '/payment-result?cancelled=plan', settle: waitedFor('Checkout cancelled') },
  {
    name: 'purchase',
    path: '/public-gallery',
    async settle(page) {
      await pictures(page);
      await page.locator('article').first().hover();
      await pressed('Buy Image')(page);
      await page.getByRole('dialog', { name: 'Purchase Image' }).getByText('Wallet balance').waitFor();
    },
  },
];

/** They lie over the whole window. */
const OVERLAYS = new Set([
  'curator-add-pictures',
  'report',
  'order-cancel',
  'order-address',
  'block',
  'preview',
  'public-preview',
  'favorites-preview',
  'variant',
  'share-private',
  'collection-add',
  'collection-share',
  'collection-shared-preview',
  'download',
  'download-again',
  'purchase',
  'curators-earn',
  'how-to-enter',
]);
const placed = (looks: readonly Look[]) => looks.map((look) => ({ ...look, overlay: OVERLAYS.has(look.name) }));

everyLook('app', 'visitor', placed(visitors));
everyLook('app', 'member', placed(members));
everyLook('app', 'patron', placed(patrons));
everyLook('app', 'curator', placed(curators));

for (const { width, height } of SIZES) {
  for (const by of ['member', 'patron'] as const) {
    test(`signing in, a ${by}, ${width} px`, async ({ open, world }) => {
      const { page, complaints } = await open({ viewport: { width, height } });
      await enter(page, await world[by]());
      assert.deepEqual(complaints, []);
    });
  }
}
