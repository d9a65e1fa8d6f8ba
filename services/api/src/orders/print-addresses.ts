import { printHttp } from '@easel/contracts/orders/http';
import { PublicAddress } from '@easel/kernel/http/public-address';
import { timeLimit } from '@easel/kernel/server/backoff';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { isPrintedHere, PRINT_SETTINGS, type PrintConfig } from './print.config.ts';
import { PrintTokens } from './print-tokens.ts';

/** The print service downloads a file within hours, and a lab may ask for it again within 30 days. */
const FILE_ADDRESS_MS = 60 * 24 * 3_600_000;
const LISTENING_MS = 10_000;

export interface Attempt {
  orderId: string;
  attempt: number;
}

/** Addresses at which the print service calls this server, each with a secret of its own in it. */
@Injectable()
export class PrintAddresses {
  private readonly site: PublicAddress;

  constructor(
    @Inject(PRINT_SETTINGS) settings: PrintConfig,
    site: PublicAddress,
    host: HttpAdapterHost,
    private readonly tokens: PrintTokens,
  ) {
    // A stand-in on this machine may not reach the public address.
    this.site = isPrintedHere(settings) ? new PublicAddress(undefined, host) : site;
  }

  file({ orderId, attempt }: Attempt, itemId: string): Promise<string> {
    const token = this.tokens.files.sign({ orderId, attempt, itemId, expiresAt: Date.now() + FILE_ADDRESS_MS });
    return this.at(printHttp.file.path, token);
  }

  /** The same for every call of one attempt. */
  changed({ orderId, attempt }: Attempt): Promise<string> {
    return this.at(printHttp.changed.path, this.tokens.changes.sign({ orderId, attempt }));
  }

  private async at(path: string, token: string): Promise<string> {
    return `${await this.site.known(timeLimit(LISTENING_MS))}${path.replace(':token', token)}`;
  }
}
