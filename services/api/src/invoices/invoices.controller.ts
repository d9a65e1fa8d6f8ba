import { invoicesHttp } from '@easel/contracts/invoices/http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject } from '@nestjs/common';
import { INVOICE_SETTINGS, sellerLines, type InvoicesConfig } from './invoices.config.ts';

@Controller()
export class InvoicesController {
  constructor(@Inject(INVOICE_SETTINGS) private readonly settings: InvoicesConfig) {}

  @RouteOf(invoicesHttp.seller)
  seller(): { success: true; seller: string[] } {
    return { success: true, seller: sellerLines(this.settings) };
  }
}
