import { competitionProblems } from '@easel/contracts/competitions/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { Injectable } from '@nestjs/common';
import { GenerationLookup, type FoundGeneration } from '../generation/generation.lookup.ts';
import type { Candidate } from './entry-rules.ts';

/** Finds a member's pictures to enter. Other members' pictures are not found. */
@Injectable()
export class Candidates {
  constructor(private readonly generations: GenerationLookup) {}

  async find(memberId: string, generationId: string, variantId: string): Promise<Candidate> {
    const view = await this.own(memberId, generationId);
    if (view.status !== 'completed') throw new Refused(competitionProblems.notFinished);
    const image = view.variants.find((variant) => variant.variantId === variantId);
    if (!image) throw new Refused(competitionProblems.notFound);
    return { view, image, isTshirtDesign: await this.isTshirtDesign(view, variantId) };
  }

  /** Returns all images of a generation; none until it is finished. */
  async all(memberId: string, generationId: string): Promise<Candidate[]> {
    const view = await this.own(memberId, generationId);
    return Promise.all(
      view.variants.map(async (image) => ({
        view,
        image,
        isTshirtDesign: await this.isTshirtDesign(view, image.variantId),
      })),
    );
  }

  private async own(memberId: string, generationId: string): Promise<FoundGeneration> {
    const view = await this.generations.findListed(generationId);
    if (view?.memberId !== memberId) throw new Refused(competitionProblems.notFound);
    return view;
  }

  private async isTshirtDesign({ id }: FoundGeneration, variantId: string): Promise<boolean> {
    return (await this.generations.settingsOf(id, variantId))?.isTshirtDesign === true;
  }
}
