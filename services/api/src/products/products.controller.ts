import { Refused } from '@easel/contracts/kernel/problem';
import { productsHttp } from '@easel/contracts/products/http';
import { productProblems } from '@easel/contracts/products/policy';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Param, Query } from '@nestjs/common';
import type * as z from 'zod/mini';
import { PrintableLookup } from './printable.lookup.ts';

@Controller()
export class ProductsController {
  constructor(private readonly printables: PrintableLookup) {}

  @RouteOf(productsHttp.picture)
  async picture(
    @Param({ schema: productsHttp.picture.params }) { generationId }: { generationId: string },
    @Query({ schema: productsHttp.picture.query }) { variantId }: z.output<typeof productsHttp.picture.query>,
    @Caller() { id }: CallerValue,
  ): Promise<z.output<typeof productsHttp.picture.reply>> {
    const found = await this.printables.find(id, { generationId, variantId });
    if (!found) throw new Refused(productProblems.notFound);
    const { imageNumber, title, widthPx: width, heightPx: height, previewUrl, thumbnailUrl } = found;
    const picture = {
      generationId,
      variantId: found.variantId,
      imageNumber,
      title,
      width,
      height,
      preview_url: previewUrl,
      thumbnail_url: thumbnailUrl,
    };
    return { success: true, picture };
  }
}
