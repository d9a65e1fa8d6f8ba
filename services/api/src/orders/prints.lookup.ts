import { Inject, Injectable } from '@nestjs/common';
import { isPrintedHere, PRINT_SETTINGS, type PrintConfig } from './print.config.ts';

/** Who prints. */
@Injectable()
export class PrintsLookup {
  constructor(@Inject(PRINT_SETTINGS) private readonly settings: Pick<PrintConfig, 'PRINT_KEY' | 'PRINT_URL'>) {}

  /** Whether products can be printed at all. */
  get isThere(): boolean {
    return this.settings.PRINT_KEY !== undefined;
  }

  /** `local` prints nothing and sends nothing. */
  get by(): 'service' | 'local' | 'off' {
    if (!this.isThere) return 'off';
    return isPrintedHere(this.settings) ? 'local' : 'service';
  }
}
