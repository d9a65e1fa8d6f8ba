import { Refused } from '@easel/contracts/kernel/problem';
import { firstPriceList, priceListFaults, type PriceList } from '@easel/contracts/prices/policy';
import type { SettingsFact } from '@easel/contracts/settings/events';
import { settingsProblems } from '@easel/contracts/settings/problems';
import type { Decider } from '@easel/kernel/deciding/decider';

/** `list.version` is the one that was revised: nobody overwrites what somebody else has written meanwhile. */
export interface RevisePriceList {
  type: 'RevisePriceList';
  list: PriceList;
  reason: string;
}

/** The price list in force; its state is the list. */
export const prices: Decider<PriceList, RevisePriceList, SettingsFact> = {
  initial: () => firstPriceList,

  decide({ list, reason }, { version }) {
    if (list.version !== version) throw new Refused(settingsProblems.listMoved, { version });
    const faults = priceListFaults(list);
    if (faults.length > 0) {
      throw new Refused(settingsProblems.listFaulty, {
        errors: faults.map((message) => ({ path: 'prices', message })),
      });
    }
    const { images, curatorDefaultCents, products } = list;
    return [
      {
        type: 'PriceListRevised',
        data: {
          version: version + 1,
          images,
          curatorDefaultCents,
          products: products.map((product) => ({
            ...product,
            sizes: [...product.sizes],
            colours: [...product.colours],
          })),
          reason,
        },
      },
    ];
  },

  evolve(_state, { data }) {
    const { reason: _, ...list } = data;
    return list;
  },
};
