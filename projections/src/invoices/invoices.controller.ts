import { invoicesHttp } from '@easel/contracts/invoices/http';
import { invoiceProblems } from '@easel/contracts/invoices/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { invoicesModel, ownInvoice } from './invoices.queries.ts';

@Controller()
export class InvoicesController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(invoicesHttp.one)
  @ReadsFrom(invoicesModel)
  async one(
    @Caller() { id }: CallerValue,
    @Param({ schema: invoicesHttp.one.params }) { number }: { number: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await ownInvoice(this.reads, id, number);
    if (!found) throw new Refused(invoiceProblems.notFound);
    sendJson(reply, found);
  }
}
