import type { ViewFact } from '@easel/contracts/telemetry/views.events';
import type { Caller } from '@easel/kernel/http/caller';
import { networkOf } from '@easel/kernel/http/network';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import type { BrowserValue } from '../browser.decorator.ts';
import { CuratorsLookup } from '../curators/curators.lookup.ts';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { FieldRecords } from './field-records.ts';

/** How programs name themselves that are no browser of a person. */
const BOT = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|scrap|https?:|^[\w-]+\/[\d.]+$/i;

const DIGEST_LENGTH = 32;

/**
 * Records that people look at curators' pictures, which is what curators are told of: views of other pictures are not
 * recorded. Its maker's own views do not count, nor those of bots.
 */
@Injectable()
export class PictureViews {
  constructor(
    private readonly generations: GenerationLookup,
    private readonly curators: CuratorsLookup,
    private readonly people: PeopleLookup,
    private readonly sealer: Sealer,
    private readonly field: FieldRecords,
  ) {}

  /** How many came into the log. Whether a viewer was there before on this day is seen where they are counted. */
  async record(
    generationIds: readonly string[],
    { caller, browser }: { caller: Caller; browser: BrowserValue },
  ): Promise<number> {
    const isBot = browser.userAgent === '' || BOT.test(browser.userAgent);
    if (generationIds.length === 0 || isBot) return 0;
    const day = new Date().toISOString().slice(0, 10);
    // Visitors are distinguished as far as their network and browser do; neither can be found from the digest.
    const who = caller.kind === 'member' ? caller.id : `${networkOf(browser.address)} ${browser.userAgent}`;
    const views = await Promise.all(
      [...new Set(generationIds)].map(async (generationId): Promise<ViewFact[]> => {
        const curatorId = await this.curatorOf(generationId);
        if (curatorId === undefined || curatorId === caller.id) return [];
        // Counting a picture that is hidden from the member by a block would let them change its figures.
        if (caller.kind === 'member' && !(await this.people.seesPicturesOf(caller.id, curatorId))) return [];
        const viewer = this.sealer.digest('view', `${day} ${generationId} ${who}`).slice(0, DIGEST_LENGTH);
        return [{ type: 'PictureViewed', data: { day, generationId, curatorId, viewer } }];
      }),
    );
    return this.field.viewed(day, views.flat());
  }

  /** Undefined for a picture that is not public or no curator's. */
  private async curatorOf(generationId: string): Promise<string | undefined> {
    const found = await this.generations.findListed(generationId);
    if (!found?.isPublic) return undefined;
    const { isCurator } = await this.curators.of(found.memberId);
    return isCurator ? found.memberId : undefined;
  }
}
