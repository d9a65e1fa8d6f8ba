import { Refused } from '@easel/contracts/kernel/problem';
import { costMicros } from '@easel/contracts/providers/file';
import { providerProblems } from '@easel/contracts/providers/problems';
import { Injectable } from '@nestjs/common';
import { ProvidersLookup } from '../providers/providers.lookup.ts';
import { SpendingLookup } from '../providers/spending.lookup.ts';
import type { Route } from './provider-choice.ts';

const MICROS = 1_000_000;

/**
 * Says before paying what the workers would find out: they reserve before each call, and so keep to the budget whatever
 * several requests have read here at the same time.
 */
@Injectable()
export class ProviderBudgets {
  constructor(
    private readonly providers: ProvidersLookup,
    private readonly spending: SpendingLookup,
  ) {}

  /** Throws where today’s budget of a provider, or the member’s share of it, does not cover its pictures. */
  async refuseSpent(memberId: string, asked: readonly { route: Route; images: number }[]): Promise<void> {
    for (const [name, micros] of this.costs(asked)) {
      const { day, memberDay } = this.providers.find(name)?.settings?.budget ?? {};
      if (day === undefined && memberDay === undefined) continue;
      const spent = await this.spending.of(name, new Date());
      if (day !== undefined && spent.micros + micros > day * MICROS) throw new Refused(providerProblems.dayBudgetSpent);
      if (memberDay !== undefined && spent.microsOf(memberId) + micros > memberDay * MICROS) {
        throw new Refused(providerProblems.memberBudgetSpent);
      }
    }
  }

  private costs(asked: readonly { route: Route; images: number }[]): ReadonlyMap<string, number> {
    const micros = new Map<string, number>();
    for (const { route, images } of asked) {
      const { name } = route.provider;
      const settings = this.providers.find(name)?.settings;
      if (settings) micros.set(name, (micros.get(name) ?? 0) + images * costMicros(settings, route.made));
    }
    return micros;
  }
}
