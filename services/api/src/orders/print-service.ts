import { problems, Refused } from '@easel/contracts/kernel/problem';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PlacedOrders } from './placed-orders.ts';
import { PrintGateway, PrintRefused, PrintServiceAway } from './print.gateway.ts';

/** The print service, for commands of support. */
@Injectable()
export class PrintService {
  constructor(
    private readonly orders: PlacedOrders,
    private readonly gateway: PrintGateway,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Cancels an order at the print service. It is too late once it is being printed, and while it is sent. A repeat
   * gets the same answer. Throws 503 where the print service is away.
   */
  async cancel(orderId: string): Promise<'cancelled' | 'too-late'> {
    const order = await this.orders.find(orderId);
    if (!order) return 'too-late';
    const { printOrderId, problem } = order.print;
    // It was refused: there is nothing to cancel.
    if (printOrderId === null) return order.status === 'in_production' && problem === null ? 'too-late' : 'cancelled';
    try {
      const outcome = await this.gateway.cancel(printOrderId);
      faultPoint('print.after-cancel');
      return outcome;
    } catch (error) {
      if (error instanceof PrintRefused) return 'too-late';
      if (!(error instanceof PrintServiceAway)) throw error;
      this.logger.warn(
        { err: error.cause ?? error, orderId },
        'the print service could not be asked to cancel an order',
      );
      throw new Refused(problems.unavailable);
    }
  }
}
