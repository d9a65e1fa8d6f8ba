import { curatorStream } from '@easel/contracts/curators/stream';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { curator } from './curator.decider.ts';

interface NamedPictures {
  banner: { generationId: string; variantId: string } | null;
  /** Ids of generations by series. */
  series: ReadonlyMap<string, readonly string[]>;
}

/** Read-only access to curators for other features. */
@Injectable()
export class CuratorsLookup {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly accounts: AccountLookup,
  ) {}

  /**
   * Whether a member is a curator, by appointment or while the Curator Partner plan is in force. `cents` are the
   * curator's own prices by size.
   */
  async of(memberId: string): Promise<{ isCurator: boolean; cents: Partial<Record<ImageSize, number>> }> {
    const { state } = await this.runner.fold(curatorStream.nameOf(memberId), curator);
    const isCurator = state.appointed || (await this.hasPlan(memberId));
    return { isCurator, cents: isCurator ? state.cents : {} };
  }

  /** Returns the pictures in the section. They may have become private since. */
  async sectionOf(memberId: string): Promise<NamedPictures> {
    const { state } = await this.runner.fold(curatorStream.nameOf(memberId), curator);
    const series = state.series.map(({ id, generationIds }): [string, string[]] => [id, generationIds]);
    return { banner: state.section?.banner ?? null, series: new Map(series) };
  }

  /** Whether the Curator Partner plan is in force. */
  async hasPlan(memberId: string): Promise<boolean> {
    return (await this.accounts.of(memberId)).tier === 'curator_partner';
  }
}
