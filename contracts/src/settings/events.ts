import { z } from 'zod';
import { imageSizes } from '../downloads/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const sum = z.int().positive();
const bySize = <T extends z.ZodType>(of: T) => z.record(z.enum(imageSizes), of);

/** Facts of `settings-prices`. */
export const settingsFacts = {
  /** The whole list as it is in force from then on. */
  PriceListRevised: {
    version: 1,
    data: z.object({
      version: z.int().min(2),
      images: bySize(z.object({ tenths: sum, cents: sum })),
      curatorDefaultCents: bySize(sum),
      products: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          cents: sum,
          sizes: z.array(z.string()),
          colours: z.array(z.string()),
        }),
      ),
      reason: z.string(),
    }),
  },
} satisfies FactCatalogue;

export type SettingsFact = FactsOf<typeof settingsFacts>;

/** Facts of `settings-checkout`. Who acted stands in the metadata. */
export const checkoutFacts = {
  TestModeToggled: {
    version: 1,
    /** `actionId` names what an operator did, so that a repeat is known. */
    data: z.object({ actionId: z.uuid(), testMode: z.boolean(), reason: z.string() }),
  },
} satisfies FactCatalogue;

export type CheckoutFact = FactsOf<typeof checkoutFacts>;
