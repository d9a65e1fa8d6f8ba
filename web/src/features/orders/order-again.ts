import { downloadsHttp } from '@easel/contracts/downloads/http';
import { isRefusal } from '@easel/contracts/kernel/client/api-error';
import { centsToDollars } from '@easel/contracts/kernel/money';
import type { OwnOrder, ShownItem } from '@easel/contracts/orders/http';
import { productsHttp } from '@easel/contracts/products/http';
import { choicesOf } from '@easel/contracts/products/policy';
import { settingsHttp } from '@easel/contracts/settings/http';
import type { Product } from '@easel/contracts/prices/policy';
import { call } from '../../lib/api.ts';
import { cart, type CartItem } from '../cart/cart.ts';
import { itemText, titleOf, type Titles } from './order-words.ts';

type ShownProduct = Extract<ShownItem, { kind: 'product' }>;
type ShownDownload = Extract<ShownItem, { kind: 'image-download' }>;

/** What can be ordered again, or a sentence that says why it cannot. */
type Again = { item: CartItem } | { problem: string };

/** Puts what was ordered into the cart at today's prices; returns how much that was, and why the rest could not be. */
export async function orderAgain(
  { items }: OwnOrder,
  titles: Titles,
): Promise<{ added: number; problems: readonly string[] }> {
  const { prices } = await call(settingsHttp.prices, {});
  const found = await Promise.all(
    items.map((item) =>
      item.kind === 'product' ? productAgain(item, prices.products, titles) : downloadAgain(item, titles),
    ),
  );
  const added = found.flatMap((one) => ('item' in one ? [one.item] : []));
  added.forEach(cart.put);
  return { added: added.length, problems: found.flatMap((one) => ('problem' in one ? [one.problem] : [])) };
}

const hindered = (item: ShownItem, titles: Titles, why: string): Again => ({
  problem: `${itemText(item)} (${titleOf(item, titles)}): ${why}`,
});

/** Returns what a call answers; undefined where the server refuses it. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isRefusal(error) && error.status !== 401 && error.status !== 429) return undefined;
    throw error;
  }
}

async function productAgain(item: ShownProduct, products: readonly Product[], titles: Titles): Promise<Again> {
  const { productId, generationId, variantId, size, color, quantity, placement } = item;
  const product = products.find(({ id }) => id === productId);
  const choices = product && choicesOf(product);
  if (!product || !choices?.sizes.includes(size) || !choices.colours.includes(color)) {
    return hindered(item, titles, 'we do not make it like this any more');
  }
  const query = { variantId };
  const found = await unlessRefused(call(productsHttp.picture, { params: { generationId }, query }));
  if (!found) return hindered(item, titles, 'its picture cannot be printed any more');
  const { thumbnail_url: image, imageNumber } = found.picture;
  const { name, cents } = product;
  const price = centsToDollars(cents);
  const what = {
    productId,
    generationId,
    variantId,
    name,
    size,
    color,
    price,
    quantity,
    image,
    imageNumber,
    placement,
  };
  // Pressed twice, it is in the cart once.
  return { item: { kind: 'product', id: `again-${item.id}`, ...what } };
}

async function downloadAgain(item: ShownDownload, titles: Titles): Promise<Again> {
  const { generationId, variantId, size, thumbnail_url: image } = item;
  const body = { generationId, variantId, resolutionTier: size, commercial: false };
  const found = await unlessRefused(call(downloadsHttp.request, { body }));
  if (!found || found.quote.finalTier !== size) return hindered(item, titles, 'it is not for sale any more');
  const { cents, formats } = found.quote;
  if (cents === 0) return hindered(item, titles, 'it is yours already');
  const format = formats.includes(item.format) ? item.format : (formats[0] ?? 'png');
  const kind = 'image-download';
  const what = { generationId, variantId, format, price: centsToDollars(cents), image, name: titleOf(item, titles) };
  // As the picture's own page puts it there.
  const id = [variantId, size, format].join('-');
  return { item: { kind, type: kind, id, resolutionTier: size, quantity: 1, ...what } };
}
