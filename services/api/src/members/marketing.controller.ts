import { Refused } from '@easel/contracts/kernel/problem';
import { marketingHttp } from '@easel/contracts/members/marketing.http';
import { marketingProblems } from '@easel/contracts/members/problems';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Body, Controller, Headers, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import { MarketingChoice } from './marketing-choice.ts';

interface Link {
  token?: string | undefined;
}
type Look = z.output<typeof marketingHttp.lookUnsubscribe.reply>;

/** As the page says it (spec: public-and-commerce §2.14). */
type PageStatus = 'success' | 'resubscribed' | 'missing' | 'invalid' | 'not_found' | 'error';

const pageStatuses: Readonly<Record<string, PageStatus>> = {
  [marketingProblems.linkMissing.code]: 'missing',
  [marketingProblems.linkInvalid.code]: 'invalid',
  [marketingProblems.accountUnknown.code]: 'not_found',
};

/** Links of marketing mails, followed without signing in. */
@Controller()
export class MarketingController {
  constructor(
    private readonly choice: MarketingChoice,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A browser is led to the page that asks. */
  @RouteOf(marketingHttp.lookUnsubscribe)
  lookUnsubscribe(
    @Query() query: unknown,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Look | undefined> {
    return this.look(query, accept, reply, () => undefined);
  }

  @RouteOf(marketingHttp.unsubscribe)
  async unsubscribe(
    @Query({ schema: marketingHttp.unsubscribe.query }) query: Link,
    @Body({ schema: marketingHttp.unsubscribe.body }) body: Link,
    @Issued() context: CommandContext,
  ): Promise<z.output<typeof marketingHttp.unsubscribe.reply>> {
    await this.choice.change(body.token ?? query.token, false, context);
    return { success: true, status: 'success', message: 'Successfully unsubscribed from marketing emails' };
  }

  /** A browser is led to the page that says how it stands, and offers to change it. */
  @RouteOf(marketingHttp.lookResubscribe)
  lookResubscribe(
    @Query() query: unknown,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Look | undefined> {
    return this.look(query, accept, reply, (optedIn) => (optedIn ? 'resubscribed' : 'success'));
  }

  @RouteOf(marketingHttp.resubscribe)
  async resubscribe(
    @Query({ schema: marketingHttp.resubscribe.query }) query: Link,
    @Body({ schema: marketingHttp.resubscribe.body }) body: Link,
    @Issued() context: CommandContext,
  ): Promise<z.output<typeof marketingHttp.resubscribe.reply>> {
    await this.choice.change(body.token ?? query.token, true, context);
    return { success: true, status: 'resubscribed', message: 'Successfully resubscribed to marketing emails' };
  }

  /** Whatever is wrong with the link, a browser is answered with a page. */
  private async look(
    query: unknown,
    accept: string | undefined,
    reply: FastifyReply,
    statusOf: (optedIn: boolean) => PageStatus | undefined,
  ): Promise<Look | undefined> {
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const read = marketingHttp.lookUnsubscribe.query.safeParse(query);
    try {
      if (!read.success) throw new Refused(marketingProblems.linkInvalid);
      const optedIn = await this.choice.look(read.data.token);
      if (!isBrowser(accept)) return { success: true, status: optedIn ? 'subscribed' : 'unsubscribed' };
      lead(reply, { token: read.data.token, status: statusOf(optedIn) });
    } catch (error) {
      if (!isBrowser(accept)) throw error;
      const status = error instanceof Refused ? pageStatuses[error.problem.code] : undefined;
      if (!status) this.logger.error({ err: error }, 'a link of a marketing mail could not be followed');
      lead(reply, { status: status ?? 'error' });
    }
    return undefined;
  }
}

const isBrowser = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false;

function lead(reply: FastifyReply, to: { token?: string | undefined; status?: PageStatus | undefined }): void {
  const known = Object.entries(to).filter((entry): entry is [string, string] => entry[1] !== undefined);
  void reply.status(302).header('location', `/unsubscribe?${String(new URLSearchParams(known))}`);
}
