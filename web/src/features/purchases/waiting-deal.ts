import { downloadFormats, imageSizes } from '@easel/contracts/downloads/policy';
import * as z from 'zod/mini';
import { memberKeys, sessionStore } from '../../lib/storage.ts';

const KEY = memberKeys.waitingDeal;

const waiting = z.object({
  generationId: z.uuid(),
  variantIndex: z.int().check(z.gte(0)),
  chosen: z.object({
    size: z.enum(imageSizes),
    method: z.enum(['credits', 'dollars']),
    format: z.enum(downloadFormats),
  }),
  /** The page on which it was wanted. */
  from: z.string().check(z.startsWith('/')),
});
export type WaitingDeal = z.output<typeof waiting>;

/**
 * The picture that a member was buying when the wallet had to be filled first: it is gone on with from the page that
 * tells of the payment.
 */
export const waitingDeal = {
  keep: (deal: WaitingDeal): void => sessionStore.set(KEY, JSON.stringify(deal)),
  drop: (): void => sessionStore.remove(KEY),
  /** What the storage may hold is anything. */
  get(): WaitingDeal | undefined {
    try {
      return z.safeParse(waiting, JSON.parse(sessionStore.get(KEY) ?? 'null')).data;
    } catch {
      return undefined;
    }
  },
};
