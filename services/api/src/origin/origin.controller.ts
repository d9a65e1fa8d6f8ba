import { timingSafeEqual } from 'node:crypto';
import { isBuiltIn } from '@easel/contracts/generation/policy';
import { originHttp } from '@easel/contracts/origin/http';
import { ORIGIN_PURPOSE, statementText, type Statement } from '@easel/contracts/origin/statement';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Body, Controller } from '@nestjs/common';
import type * as z from 'zod/mini';
import { GenerationLookup, isListed } from '../generation/generation.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';

@Controller()
export class OriginController {
  constructor(
    private readonly sealer: Sealer,
    private readonly generations: GenerationLookup,
    private readonly people: PeopleLookup,
  ) {}

  /** Says no more than the file does of a picture that is not public, or where a block hides it from the caller. */
  @RouteOf(originHttp.verify)
  async verify(
    @Body({ schema: originHttp.verify.body }) statement: Statement,
    @Caller() caller: CallerValue,
  ): Promise<z.output<typeof originHttp.verify.reply>> {
    const signature = this.sealer.digest(ORIGIN_PURPOSE, statementText(statement));
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(statement.signature))) {
      return { success: true, genuine: false, path: null, trained: null };
    }
    const { generationId } = statement;
    const found = await this.generations.find(generationId);
    const variant = found?.variants.find(({ variantId }) => variantId === statement.variantId);
    const isSeen =
      found?.isPublic === true &&
      isListed(found) &&
      (caller.kind !== 'member' || (await this.people.seesPicturesOf(caller.id, found.memberId)));
    const path = isSeen ? `/image/${generationId}` : null;
    return { success: true, genuine: true, path, trained: variant ? !isBuiltIn(variant.provider) : null };
  }
}
