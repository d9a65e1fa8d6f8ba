import { Inject, Injectable } from '@nestjs/common';
import { isPrintedHere, PRINT_SETTINGS, type PrintConfig } from './print.config.ts';

/** Who prints. */
@Injectable()
export class PrintsLookup {
  /** Whether products can be printed at all. */
  readonly isThere: boolean;
  /** `local` prints nothing and sends nothing. */
  readonly by: 'service' | 'local';

  constructor(@Inject(PRINT_SETTINGS) settings: Pick<PrintConfig, 'PRINT_KEY' | 'PRINT_URL'>) {
    this.isThere = settings.PRINT_KEY !== undefined;
    this.by = this.isThere && !isPrintedHere(settings) ? 'service' : 'local';
  }
}
