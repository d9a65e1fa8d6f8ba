import { PROVIDER_HINT } from '@easel/contracts/generation/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { providersHttp } from '@easel/contracts/providers/http';
import { providerProblems } from '@easel/contracts/providers/problems';
import type { Bus } from '@easel/kernel/bus/bus';
import { stateOf, type HttpRequest } from '@easel/kernel/http/http-request';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { BUS } from '@easel/kernel/server/tokens';
import { Controller, Headers, Inject, Param, Req } from '@nestjs/common';
import { z } from 'zod';
import { ProvidersLookup } from './providers.lookup.ts';
import { isSigned } from './webhook-signature.ts';

const task = z.object({ task_id: z.string().min(1).max(200) });
/** A webhook's body: the task itself, or wrapped in `data`. */
const notice = z.union([task, z.object({ data: task }).transform(({ data }) => data)]);

@Controller()
export class ProviderWebhookController {
  constructor(
    private readonly lookup: ProvidersLookup,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /**
   * Publishes a hint that the worker should poll this task now. The body's other fields are ignored, so replays have no
   * effect.
   */
  @RouteOf(providersHttp.webhook)
  receive(
    @Param({ schema: providersHttp.webhook.params }) { name }: { name: string },
    @Req() request: HttpRequest,
    @Headers('webhook-id') id: string | undefined,
    @Headers('webhook-timestamp') timestamp: string | undefined,
    @Headers('webhook-signature') signature: string | undefined,
  ): { success: true } {
    const secret = this.lookup.find(name)?.webhookSecret;
    if (secret === undefined) throw new Refused(providerProblems.notFound);
    const { rawBody } = stateOf(request);
    if (!isSigned(rawBody, { id, timestamp, signature }, { secret, at: new Date() })) {
      throw new Refused(providerProblems.unsigned);
    }
    const hint = notice.safeParse(request.body);
    if (hint.success) this.bus.publish(PROVIDER_HINT, { provider: name, taskId: hint.data.task_id });
    return { success: true };
  }
}
