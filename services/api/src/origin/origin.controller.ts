import { timingSafeEqual } from 'node:crypto';
import { originHttp } from '@easel/contracts/origin/http';
import { ORIGIN_PURPOSE, statementText, type Statement } from '@easel/contracts/origin/statement';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Body, Controller } from '@nestjs/common';
import { GenerationLookup } from '../generation/generation.lookup.ts';

@Controller()
export class OriginController {
  constructor(
    private readonly sealer: Sealer,
    private readonly generations: GenerationLookup,
  ) {}

  /** Of a picture that is not public no more is told than its file says. */
  @RouteOf(originHttp.verify)
  async verify(
    @Body({ schema: originHttp.verify.body }) statement: Statement,
  ): Promise<{ success: true; genuine: boolean; path: string | null }> {
    const signature = this.sealer.digest(ORIGIN_PURPOSE, statementText(statement));
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(statement.signature))) {
      return { success: true, genuine: false, path: null };
    }
    const { generationId } = statement;
    const found = await this.generations.findListed(generationId);
    return { success: true, genuine: true, path: found?.isPublic ? `/image/${generationId}` : null };
  }
}
