import type { PriceList } from '@easel/contracts/prices/policy';
import { pricesStream } from '@easel/contracts/settings/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { gathered } from '@easel/kernel/database/gathered';
import { Injectable } from '@nestjs/common';
import { prices } from './prices.decider.ts';

/** Read-only door to the price list for other features. */
@Injectable()
export class PriceListLookup {
  /** Everybody asks for the same list: a rush of them is answered by one look at the stream. */
  private readonly ask: (what: 'list') => Promise<PriceList>;

  constructor(runner: DeciderRunner) {
    this.ask = gathered(async (asked) => {
      const { state } = await runner.fold(pricesStream.name, prices);
      return asked.map(() => state);
    });
  }

  /** The list in force when it was asked for. */
  current(): Promise<PriceList> {
    return this.ask('list');
  }
}
