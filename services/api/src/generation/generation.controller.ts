import {
  generationHttp,
  generationProblems,
  type Generation,
  type GenerationRequest,
} from '@easel/contracts/generation/http';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import { BlobStore } from '@easel/kernel/blob-store';
import type { Caller as CallerValue } from '@easel/kernel/caller';
import { Caller, Issued } from '@easel/kernel/caller.decorator';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { faultPoint } from '@easel/kernel/fault-point';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Body, Controller, Headers, Param, Res, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { RecordDownload } from '../telemetry/telemetry.commands.ts';
import { fileNameOf } from './file-name.ts';
import { DeleteGeneration, RequestGeneration } from './generation.commands.ts';
import { GenerationLookup } from './generation.lookup.ts';
import { GenerationOutcomes } from './outcomes.ts';

/** The client gives up after 180 seconds; it should have an answer before. */
const LONGEST_WAIT_MS = 170_000;

interface GenerateReply {
  success: true;
  generation: Generation | { id: string; status: string };
  credits?: { charged: number; balance: number };
}

@Controller()
export class GenerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lookup: GenerationLookup,
    private readonly outcomes: GenerationOutcomes,
    private readonly blobs: BlobStore,
  ) {}

  @RouteOf(generationHttp.generate)
  async generate(
    @Body({ schema: generationHttp.generate.body }) body: GenerationRequest,
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GenerateReply> {
    const requested = await this.commands.execute(new RequestGeneration(caller.id, body, context));
    const id = requested.generationId;
    const waited = /(^|[,\s])respond-async($|[,\s;])/i.test(prefer ?? '')
      ? undefined
      : await this.outcomes.wait(id, LONGEST_WAIT_MS);
    switch (waited?.status) {
      case 'completed':
        faultPoint('generate.before-reply');
        return {
          success: true,
          generation: waited.reply,
          credits: {
            charged: tenthsToCredits(requested.chargedTenths),
            balance: tenthsToCredits(requested.availableTenths),
          },
        };
      case 'failed':
        throw new Refused(generationProblems.failed);
      case 'cancelled':
        throw new Refused(generationProblems.cancelled);
      case 'queued':
      case 'processing':
      case undefined:
        void reply.status(202);
        return { success: true, generation: { id, status: waited?.status ?? 'queued' } };
    }
  }

  /** The original as it was stored, for its owner. */
  @RouteOf(generationHttp.download)
  async download(
    @Param({ schema: generationHttp.download.params }) { id, index }: { id: string; index: number },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const view = await this.lookup.find(id);
    if (!view || view.deleted || view.memberId !== caller.id) throw new Refused(generationProblems.notFound);
    const variant = view.status === 'completed' ? view.variants[index] : undefined;
    if (!variant) throw new Refused(generationProblems.noImage);
    const { stream, bytes } = await this.blobs.open(variant.original.blob);
    await this.commands.execute(new RecordDownload(caller.id, id, context));
    void reply.headers({ 'cache-control': 'private, no-store', etag: `"${variant.original.blob}"` });
    return new StreamableFile(stream, {
      type: variant.format === 'png' ? 'image/png' : 'image/jpeg',
      length: bytes,
      disposition: contentDisposition(fileNameOf({ prompt: view.prompt, id, index, format: variant.format })),
    });
  }

  @RouteOf(generationHttp.remove)
  async remove(
    @Param({ schema: generationHttp.remove.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.commands.execute(new DeleteGeneration(caller.id, id, context));
    return { success: true };
  }
}
