import { generationHttp, generationProblems, type Generation } from '@easel/contracts/generation/http';
import type { GenerationRequest, VariantRequest } from '@easel/contracts/generation/bodies.http';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Headers, Param, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { CreateVariant } from './create-variant.ts';
import type { PlacedRequests } from './image-requests.ts';
import { GenerationOutcomes } from './outcomes.ts';
import { RequestGenerations } from './request-generations.ts';
import { RetryGeneration } from './retry-generation.ts';

/** The client gives up after 180 seconds; it should have an answer before. */
const LONGEST_WAIT_MS = 170_000;

interface Credits {
  charged: number;
  balance: number;
}

interface Accepted {
  id: string;
  status: string;
}

/** Every route that asks for images. */
@Controller()
export class GenerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly outcomes: GenerationOutcomes,
  ) {}

  @RouteOf(generationHttp.generate)
  async generate(
    @Body({ schema: generationHttp.generate.body }) body: GenerationRequest,
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true; generation: Generation | Accepted; credits?: Credits }> {
    const requested = await this.commands.execute(new RequestGenerations(caller.id, [body], context));
    const { id } = onlyOne(requested);
    const waited = /(^|[,\s])respond-async($|[,\s;])/i.test(prefer ?? '')
      ? undefined
      : await this.outcomes.wait(id, LONGEST_WAIT_MS);
    switch (waited?.status) {
      case 'completed':
        faultPoint('generate.before-reply');
        return { success: true, generation: waited.reply, credits: creditsOf(requested) };
      case 'failed':
        throw new Refused(waited.failure === 'no_room' ? problems.diskFull : generationProblems.failed, {
          failure: waited.failure,
        });
      case 'cancelled':
        throw new Refused(generationProblems.cancelled);
      case 'queued':
      case 'processing':
      case undefined:
        void reply.status(202);
        return { success: true, generation: { id, status: waited?.status ?? 'queued' } };
    }
  }

  @RouteOf(generationHttp.batch)
  async batch(
    @Body({ schema: generationHttp.batch.body }) { requests }: { requests: GenerationRequest[] },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true; generations: Accepted[]; credits: Credits }> {
    const requested = await this.commands.execute(new RequestGenerations(caller.id, requests, context));
    void reply.status(202);
    return { success: true, generations: acceptedOf(requested), credits: creditsOf(requested) };
  }

  @RouteOf(generationHttp.createVariant)
  async createVariant(
    @Param({ schema: generationHttp.createVariant.params }) { id }: { id: string },
    @Body({ schema: generationHttp.createVariant.body }) body: VariantRequest,
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<z.output<typeof generationHttp.createVariant.reply>> {
    const requested = await this.commands.execute(new CreateVariant(caller.id, id, body, context));
    const { id: generationId } = onlyOne(requested);
    void reply.status(202);
    return {
      success: true,
      message: 'Creating variant...',
      variantId: requested.variantId,
      generationId,
      ...(requested.notice !== undefined && { notice: requested.notice }),
      credits: creditsOf(requested),
    };
  }

  @RouteOf(generationHttp.retry)
  async retry(
    @Param({ schema: generationHttp.retry.params }) { id }: { id: string },
    @Body({ schema: generationHttp.retry.body }) { agreed }: { agreed?: boolean | undefined },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true; generation: Accepted; credits: Credits }> {
    const requested = await this.commands.execute(new RetryGeneration(caller.id, id, agreed, context));
    const accepted = onlyOne(requested);
    void reply.status(202);
    return { success: true, generation: accepted, credits: creditsOf(requested) };
  }
}

const acceptedOf = ({ placed }: PlacedRequests): Accepted[] =>
  placed.map(({ generationId, status }) => ({ id: generationId, status }));

/** Throws where it was abandoned, since the request that came too late was a repeat of one that was cut off. */
function onlyOne(requested: PlacedRequests): Accepted {
  const [accepted] = acceptedOf(requested);
  if (!accepted || requested.placed[0]?.isAbandoned) {
    throw new Refused(generationProblems.failed, { failure: 'abandoned' });
  }
  return accepted;
}

const creditsOf = ({ chargedTenths, availableTenths }: PlacedRequests): Credits => ({
  charged: tenthsToCredits(chargedTenths),
  balance: tenthsToCredits(availableTenths),
});
