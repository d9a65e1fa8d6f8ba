import { downloadProblems, formatProblem, imageSizes } from '@easel/contracts/downloads/policy';
import type { DownloadFormat, ImageSize } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { ImageFiles, requestFor } from '../image-files.ts';
import { BuyImage } from './buy-image.ts';

@Controller()
export class PurchasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly entitlements: EntitlementsLookup,
    private readonly files: ImageFiles,
  ) {}

  @RouteOf(purchasesHttp.purchase)
  async purchase(
    @Body({ schema: purchasesHttp.purchase.body }) body: BuyImage['request'],
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; message: string; purchaseId: string; downloadUrl: string }> {
    const { purchaseId, isNew } = await this.commands.execute(new BuyImage(id, body, context));
    return {
      success: true,
      message: isNew ? 'Purchase completed successfully!' : 'You have bought this image already. Nothing was charged.',
      purchaseId,
      downloadUrl: purchasesHttp.file.path.replace(':id', purchaseId),
    };
  }

  /** By the account alone: what was bought stays, whatever its seller does. */
  @RouteOf(purchasesHttp.file)
  async file(
    @Param({ schema: purchasesHttp.file.params }) { id }: { id: string },
    @Query({ schema: purchasesHttp.file.query })
    { size, format }: { size?: ImageSize | undefined; format: DownloadFormat },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const has = await this.entitlements.of(caller.id);
    const purchase = has.purchase(id);
    if (!purchase) throw new Refused(purchaseProblems.notFound);
    if (purchase.keptBack) throw new Refused(purchase.keptBack);
    const wanted = size ?? purchase.size;
    if (imageSizes.indexOf(wanted) > imageSizes.indexOf(purchase.size))
      throw new Refused(downloadProblems.sizeNotOffered);
    const refusal = format === 'png' ? undefined : formatProblem(has.tier, format);
    if (refusal) throw new Refused(refusal);
    return this.files.send(requestFor(purchase, wanted, format), caller.id, context, reply);
  }
}
