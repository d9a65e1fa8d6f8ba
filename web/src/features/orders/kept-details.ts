import { deliveryMethods } from '@easel/contracts/orders/policy';
import * as z from 'zod/mini';
import { localStore, memberKeys } from '../../lib/storage.ts';

const KEY = memberKeys.checkoutDetails;
const text = z.optional(z.string());
const kept = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  country: text,
  street: text,
  city: text,
  state: text,
  zipCode: text,
  deliveryMethod: z.optional(z.enum(deliveryMethods)),
});
export type KeptDetails = z.output<typeof kept>;

/**
 * Holds what was typed in the first steps, over reloads and in other tabs, until the order is placed or its member
 * leaves. Nothing of a card is ever kept.
 */
export const keptDetails = {
  get(): KeptDetails {
    try {
      return z.safeParse(kept, JSON.parse(localStore.get(KEY) ?? 'null')).data ?? {};
    } catch {
      return {};
    }
  },
  set: (details: KeptDetails): void => localStore.set(KEY, JSON.stringify(details)),
  drop: (): void => localStore.remove(KEY),
};
