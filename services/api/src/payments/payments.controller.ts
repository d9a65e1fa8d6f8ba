import { paymentProblems, paymentsHttp, type Checkout } from '@easel/contracts/payments/http';
import { centsToDollars } from '@easel/contracts/kernel/money';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { stateOf, type HttpRequest } from '@easel/kernel/http/http-request';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Body, Controller, Headers, Inject, Param, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { SettledLookup } from '../account/settled.lookup.ts';
import { OpenTopUp } from './open-top-up.ts';
import { CardServiceFailed } from './stripe-library.gateway.ts';
import { StripeGateway, type SessionSeen } from './stripe.gateway.ts';
import { Webhook } from './webhook.ts';

@Controller()
export class PaymentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gateway: StripeGateway,
    private readonly settled: SettledLookup,
    private readonly webhook: Webhook,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @RouteOf(paymentsHttp.topUp)
  async topUp(
    @Caller() caller: CallerValue,
    @Body({ schema: paymentsHttp.topUp.body }) { amount }: { amount: number },
    @Issued() context: CommandContext,
  ): Promise<{ success: true; url: string }> {
    const { url } = await this.commands.execute(new OpenTopUp(caller.id, amount * 100, context));
    return { success: true, url };
  }

  @RouteOf(paymentsHttp.checkout)
  async checkout(
    @Caller() caller: CallerValue,
    @Param({ schema: paymentsHttp.checkout.params }) { id }: { id: string },
  ): Promise<{ success: true; checkout: Checkout }> {
    const session = this.gateway.isThere ? await this.sessionOf(id) : undefined;
    if (!session?.kind || session.memberId !== caller.id) throw new Refused(paymentProblems.sessionUnknown);
    const { kind, cents, tier = null, period = null } = session;
    const status =
      session.status === 'paid' && !(await this.hasArrived(caller.id, session)) ? 'processing' : session.status;
    return { success: true, checkout: { id, kind, status, amount: centsToDollars(cents), tier, period } };
  }

  @RouteOf(paymentsHttp.webhook)
  async receive(
    @Req() request: HttpRequest,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<{ received: true }> {
    await this.webhook.take(this.gateway.verify(stateOf(request).rawBody, signature));
    return { received: true };
  }

  private async sessionOf(id: string): Promise<SessionSeen | undefined> {
    try {
      return await this.gateway.session(id);
    } catch (error) {
      if (!(error instanceof CardServiceFailed)) throw error;
      this.logger.warn({ err: error.cause }, 'the card service could not be asked about a checkout');
      throw new Refused(problems.unavailable);
    }
  }

  /** Paid is what the account has, not what the card service says. */
  private async hasArrived(memberId: string, { paymentId, subscriptionId }: SessionSeen): Promise<boolean> {
    if (paymentId !== undefined) return this.settled.hasPayment(memberId, paymentId);
    return subscriptionId !== undefined && this.settled.hasSubscription(memberId, subscriptionId);
  }
}
