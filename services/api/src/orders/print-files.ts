import type { OrderedProduct } from '@easel/contracts/orders/events';
import { Injectable } from '@nestjs/common';

/** A file as the print service gets it. */
export interface PrintFile {
  blob: string;
  bytes: number;
  /** In hexadecimal. */
  md5: string;
  type: 'image/jpeg' | 'image/png';
}

/** Makes the files that are printed. */
@Injectable()
export class PrintFiles {
  /** Resolves once the file of an item is made. */
  make(_item: OrderedProduct, _signal?: AbortSignal): Promise<PrintFile> {
    return Promise.reject(new Error('no print files are made here'));
  }
}
