import { galleryHttp } from '@easel/contracts/gallery/http';
import { productsHttp, type PrintablePicture } from '@easel/contracts/products/http';
import { productProblems } from '@easel/contracts/products/policy';
import { settingsHttp } from '@easel/contracts/settings/http';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { cart } from '../cart/cart.ts';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import { samplePrices } from '../prices/testing/sample-prices.ts';
import { ShopPage } from './shop-page.tsx';

withFakeServer();

const idOf = (n: number): string => `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`;
const picture: PrintablePicture = {
  generationId: idOf(1),
  variantId: idOf(2),
  imageNumber: 1,
  title: 'A red fox in snow',
  width: 4096,
  height: 2304,
  preview_url: '/api/images/auth/fox.webp',
  thumbnail_url: '/api/images/auth/fox-thumb.webp',
};

afterEach(() => void vi.restoreAllMocks());
beforeEach(() => void server.reply(settingsHttp.prices, samplePrices()));

const open = (search = '', { signedIn = true, prints = 'service' }: Partial<Parameters<typeof ShopPage>[0]> = {}) =>
  show(<ShopPage signedIn={signedIn} prints={prints} />, { at: `/shop${search}`, pattern: '/shop' });
const cards = () => within(screen.getByRole('region', { name: 'Products' })).getAllByRole('listitem');

describe('the products', () => {
  test('are shown to visitors with price, sizes and colours, and lead to the sign-in page and back', async () => {
    open('', { signedIn: false });
    await screen.findByText('$24.00');
    expect(cards().map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'T-shirt',
      'Poster 18x24',
      'Poster 24x36',
      'Mug',
      'Tote',
      'Phone case',
    ]);
    const [shirt] = cards();
    expect(shirt?.textContent).toContain('SizesS, M, L, XL, XXL');
    expect(shirt?.textContent).toContain('ColoursWhite, Black, Sand, Navy');
    const link = screen.getByRole('link', { name: 'Choose a picture: Mug' });
    expect(link.getAttribute('href')).toBe(`/login?${new URLSearchParams({ next: '/shop?product=mug' })}`);
  });

  test('cost what the price list in force says, and are those that can be printed', async () => {
    const shirt = { id: 't-shirt', name: 'T-shirt', cents: 2650, sizes: ['M'], colours: ['white'] };
    const scarf = { id: 'scarf', name: 'Scarf', cents: 900, sizes: [], colours: [] };
    server.reply(settingsHttp.prices, samplePrices([shirt, scarf]));
    open();
    await screen.findByText('$26.50');
    expect(cards()).toHaveLength(1);
  });

  test('say how they are made and delivered, and that a local print service prints nothing', () => {
    open('', { prints: 'local' });
    const terms = screen.getByRole('region', { name: 'Making and delivery' });
    within(terms).getByText('Made in 2 to 4 business days, then delivered.');
    within(terms).getByText('This installation prints nothing: orders go to a local print service that only pretends.');
    expect(
      within(terms)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'DeliveryTakesPrice',
      'Standard3-5 business days$5.99',
      'Express1-2 business days$12.99',
      'OvernightNext business day$24.99',
    ]);
    within(terms).getByText('Delivery is free for orders from $150.00.');
  });
});

describe('choosing a picture', () => {
  beforeEach(signIn);

  test('offers every image of the newest generations for the product', async () => {
    const generation = sampleGeneration({
      id: idOf(1),
      status: 'completed',
      variants: [sampleVariant(idOf(2)), sampleVariant(idOf(3))],
    });
    server.reply(galleryHttp.own, {
      success: true,
      items: [generation, sampleGeneration({ id: idOf(4) })],
      total: 2,
      pagination: { page: 1, limit: 24, total: 2, pages: 1 },
    });
    const user = open();
    await user.click(screen.getByRole('link', { name: 'Choose a picture: Tote' }));
    await screen.findByRole('heading', { name: 'Tote: choose a picture' });
    const pictures = within(await screen.findByRole('list', { name: 'Your newest pictures' }));
    expect(pictures.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/shop?picture=${idOf(1)}&variant=${idOf(2)}&product=tote`,
      `/shop?picture=${idOf(1)}&variant=${idOf(3)}&product=tote`,
    ]);
    screen.getByRole('link', { name: 'Create one' });
  });

  test('leads to the generator where there is none yet', async () => {
    server.reply(galleryHttp.own, {
      success: true,
      items: [],
      total: 0,
      pagination: { page: 1, limit: 24, total: 0, pages: 0 },
    });
    open('?product=mug');
    await screen.findByText('No pictures yet');
  });
});

describe('a picture on a product', () => {
  beforeEach(() => {
    signIn();
    server.reply(productsHttp.picture, { success: true, picture });
  });
  const designed = async (product: string, change: Partial<PrintablePicture> = {}) => {
    server.reply(productsHttp.picture, { success: true, picture: { ...picture, ...change } });
    const user = open(`?picture=${idOf(1)}&variant=${idOf(2)}&product=${product}`);
    await screen.findByRole('button', { name: 'Move the picture: A red fox in snow' });
    return user;
  };
  const stage = () => button('Move the picture: A red fox in snow');
  const placed = () => {
    const image = stage().querySelector('image');
    return { x: Number(image?.getAttribute('x')), y: Number(image?.getAttribute('y')) };
  };

  test('goes into the cart as it is placed, and the same again is one more of it', async () => {
    const user = await designed('t-shirt');
    expect(server.callsOf(productsHttp.picture).map(({ path, query }) => [path, query])).toEqual([
      [`/api/shop/pictures/${idOf(1)}`, { variantId: idOf(2) }],
    ]);
    await user.click(screen.getByRole('radio', { name: 'XL' }));
    await user.click(screen.getByRole('radio', { name: 'Navy' }));
    await user.click(screen.getByRole('radio', { name: 'Whole, with a border' }));
    const background = within(screen.getByRole('group', { name: 'Background' }));
    await user.click(background.getByRole('radio', { name: 'Black' }));
    await user.click(button('One more'));
    screen.getByText('$48.00');
    await user.click(button('Add to cart'));
    const [item] = cart.get();
    expect(item).toMatchObject({
      kind: 'product',
      productId: 't-shirt',
      generationId: idOf(1),
      variantId: idOf(2),
      name: 'T-shirt',
      size: 'XL',
      color: 'navy',
      price: 24,
      quantity: 2,
      image: picture.thumbnail_url,
      imageNumber: 1,
      placement: { fit: 'border', x: 0, y: 0, scale: 1, rotation: 0, background: '#000000' },
    });
    expect(item?.id.length).toBeLessThanOrEqual(200);

    await user.click(button('Add to cart'));
    expect(cart.get().map(({ quantity }) => quantity)).toEqual([4]);
    await user.click(button('Turn by 90°'));
    await user.click(button('Add to cart'));
    expect(cart.get()).toHaveLength(2);
    await user.click(button('Go to cart'));
    await screen.findByText('at /cart');
  });

  test('moves by dragging, by the arrow keys and by buttons, but not off the area', async () => {
    const user = await designed('tote');
    const before = placed();
    stage().focus();
    await user.keyboard('{ArrowLeft}');
    expect(before.x - placed().x).toBeCloseTo(0.11);
    await user.keyboard('{ArrowUp}');
    expect(placed().y).toBeCloseTo(before.y);
    await user.click(button('Move right'));
    expect(placed().x - before.x).toBeCloseTo(0.44);
    await user.click(button('Centre'));
    expect(placed().x).toBeCloseTo(before.x);

    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 10_000, height: 232 } as DOMRect);
    stage().setPointerCapture = () => {};
    fireEvent.pointerDown(stage(), { button: 0, pointerId: 1, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(stage(), { pointerId: 1, clientX: 90, clientY: 100 });
    fireEvent.pointerUp(stage(), { pointerId: 1 });
    fireEvent.pointerMove(stage(), { pointerId: 1, clientX: 0, clientY: 100 });
    // Twenty-one inches high on 232 pixels.
    expect(before.x - placed().x).toBeCloseTo((10 * 21.2) / 232, 1);
  });

  test('cannot be added while it is moved off the product, and can again once it is centred', async () => {
    const user = await designed('tote');
    await user.click(screen.getByRole('radio', { name: 'Whole, with a border' }));
    fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '0.2' } });
    const text = 'The picture is not on the product. Move it back, or choose Centre.';
    expect(screen.queryByText(text)).toBeNull();
    stage().focus();
    await user.keyboard('{Shift>}{ArrowRight>13/}{/Shift}');
    screen.getByText(text);
    expect(button('Add to cart')).toHaveProperty('disabled', true);
    await user.click(button('Centre'));
    expect(screen.queryByText(text)).toBeNull();
    await user.click(button('Add to cart'));
    expect(cart.get()).toHaveLength(1);
  });

  test('says what cropping cuts off, and nothing where the shapes are the same', async () => {
    const user = await designed('tote');
    screen.getByText(/44% of it is cut off. With a border, all of it shows/);
    await user.click(screen.getByRole('radio', { name: 'Poster 18x24' }));
    await screen.findByText(/5\d% of it is cut off. Turned by 90°, only 2\d% is; with a border, all of it shows/);
    await user.click(screen.getByRole('radio', { name: 'Whole, with a border' }));
    screen.getByText(/so a border is left/);
  });

  test.each([
    [2244, 'Sharp: 204 dpi', false],
    [1265, 'Soft: 115 dpi, below 150', false],
    [
      561,
      'Too small: 51 dpi, and a print needs 80. Show it whole with a border, or make or buy a larger size of it, or choose Phone case instead.',
      true,
    ],
  ])('of %s pixels a side says: %s', async (side, text, isRefused) => {
    await designed('tote', { width: side, height: side });
    screen.getByText(text);
    expect(button('Add to cart')).toHaveProperty('disabled', isRefused);
  });

  test('keeps its placement on another product, which the address then names', async () => {
    const user = await designed('tote');
    await user.click(screen.getByRole('radio', { name: 'Whole, with a border' }));
    await user.click(screen.getByRole('radio', { name: 'Mug' }));
    await screen.findByText(/Shown unrolled/);
    expect(screen.getByRole('radio', { name: 'Whole, with a border' })).toHaveProperty('checked', true);
    expect(screen.queryByRole('group', { name: 'Size' })).toBeNull();
  });

  test('is on the first product for which it is large enough, where none was chosen', async () => {
    server.reply(productsHttp.picture, { success: true, picture: { ...picture, width: 1024, height: 1024 } });
    open(`?picture=${idOf(1)}`);
    await screen.findByText('Soft: 117 dpi, below 150');
    expect(screen.getByRole('radio', { name: 'Mug' })).toHaveProperty('checked', true);
  });

  test('that is not one’s own cannot be printed, and another can be chosen', async () => {
    server.refuse(productsHttp.picture, productProblems.notFound);
    open(`?picture=${idOf(9)}&product=mug`);
    await screen.findByText('This picture cannot be printed');
    const links = screen.getAllByRole('link', { name: 'Another picture' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/shop?product=mug', '/shop?product=mug']);
  });

  test('can be tried again where it could not be loaded', async () => {
    server.breakOff(productsHttp.picture);
    const user = open(`?picture=${idOf(1)}`);
    await screen.findByRole('button', { name: 'Try again' });
    server.reply(productsHttp.picture, { success: true, picture });
    await user.click(button('Try again'));
    await waitFor(() => stage());
  });
});
