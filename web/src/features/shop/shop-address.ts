import { SHOP } from '../images/print-path.ts';

/** What the address of the shop names; null where it does not. */
export interface ShopAddress {
  picture: string | null;
  variant: string | null;
  product: string | null;
}

export const readAddress = (params: URLSearchParams): ShopAddress => ({
  picture: params.get('picture'),
  variant: params.get('variant'),
  product: params.get('product'),
});

/** The search of an address, with its question mark. */
export function searchOf(address: ShopAddress): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (value !== null) params.set(name, String(value));
  return params.size > 0 ? `?${params}` : '';
}

export const shopPath = (address: ShopAddress): string => SHOP + searchOf(address);
