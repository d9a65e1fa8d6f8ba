import * as z from 'zod/mini';
import { memberKeys, sessionStore } from '../../lib/storage.ts';

const KEY = memberKeys.checkoutDetails;
const text = z.optional(z.string());
const kept = z.object({ firstName: text, lastName: text, email: text, phone: text });
export type KeptDetails = z.output<typeof kept>;

/** Holds what was typed in the first step: it outlives a reload in this tab. Nothing of a card is ever kept. */
export const keptDetails = {
  get(): KeptDetails {
    try {
      return z.safeParse(kept, JSON.parse(sessionStore.get(KEY) ?? 'null')).data ?? {};
    } catch {
      return {};
    }
  },
  set: (details: KeptDetails): void => sessionStore.set(KEY, JSON.stringify(details)),
  drop: (): void => sessionStore.remove(KEY),
};
