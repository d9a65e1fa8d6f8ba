import { curatorStream } from '@easel/contracts/curators/stream';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { type Curator, curator } from './curator.decider.ts';

/** Read-only door to curators for other features. */
@Injectable()
export class CuratorsLookup {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly accounts: AccountLookup,
  ) {}

  /**
   * A curator by appointment, or as long as the Curator Partner plan is in force; `cents` are the prices set, by size.
   */
  async of(memberId: string): Promise<{ isCurator: boolean; cents: Partial<Record<ImageSize, number>> }> {
    const { state } = await this.runner.fold(curatorStream.nameOf(memberId), curator);
    const isCurator = state.appointed || (await this.hasPlan(memberId));
    return { isCurator, cents: isCurator ? state.cents : {} };
  }

  /** What the section names by now: pictures of it may have become private since. */
  async sectionOf(memberId: string): Promise<Pick<Curator, 'section' | 'series'>> {
    const { state } = await this.runner.fold(curatorStream.nameOf(memberId), curator);
    return { section: state.section, series: state.series };
  }

  /** Whether the Curator Partner plan is in force. */
  async hasPlan(memberId: string): Promise<boolean> {
    return (await this.accounts.of(memberId)).tier === 'curator_partner';
  }
}
