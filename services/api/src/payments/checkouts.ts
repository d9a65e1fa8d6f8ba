import { Refused } from '@easel/contracts/kernel/problem';
import { paymentProblems } from '@easel/contracts/payments/http';
import { timeLimit } from '@easel/kernel/server/backoff';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { MembersLookup } from '../members/members.lookup.ts';
import { PublicAddress } from '@easel/kernel/http/public-address';
import { Customers } from './customers.ts';
import { CardServiceFailed } from './stripe-library.gateway.ts';
import { StripeGateway, type Checkout, type PaymentKind } from './stripe.gateway.ts';

const ADDRESS_PATIENCE_MS = 5_000;

/** What every way to the card service needs: who pays, and where they come back to. */
@Injectable()
export class Checkouts {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly customers: Customers,
    private readonly members: MembersLookup,
    private readonly site: PublicAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers 503 where the card service is away, refuses, or is not there at all. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CardServiceFailed)) throw error;
      this.logger.warn({ err: error.cause }, 'the card service did not do what it was asked');
      throw new Refused(paymentProblems.checkoutFailed);
    }
  }

  async of(memberId: string, kind: PaymentKind, context: CommandContext): Promise<Checkout> {
    const result = `${await this.address()}/payment-result`;
    return {
      memberId,
      customer: await this.customerOf(memberId),
      successUrl: `${result}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${result}?cancelled=${kind}`,
      key: context.key,
    };
  }

  /** Where the site is. */
  address(): Promise<string> {
    return this.site.known(timeLimit(ADDRESS_PATIENCE_MS));
  }

  /** Who a member is at the card service. A crash in between leaves one that the next call is given again. */
  async customerOf(memberId: string): Promise<string> {
    const { place } = this.gateway;
    const known = await this.customers.of(memberId, place);
    if (known !== undefined) return known;
    const made = await this.gateway.createCustomer(memberId);
    faultPoint('checkout.after-customer');
    const customer = await this.customers.keep(memberId, place, made);
    const email = await this.members.emailOf(memberId);
    if (email !== undefined) await this.gateway.tellEmail(customer, email);
    return customer;
  }
}
