import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SignedTexts } from '../signed-texts.ts';

const attemptOfOrder = { orderId: z.uuid(), attempt: z.int().positive() };
const signedFile = z.strictObject({ ...attemptOfOrder, itemId: z.uuid(), expiresAt: z.int() });
const signedChange = z.strictObject(attemptOfOrder);

/** Signs and reads the tokens in the addresses that the print service calls. */
@Injectable()
export class PrintTokens {
  readonly files: SignedTexts<z.output<typeof signedFile>>;
  readonly changes: SignedTexts<z.output<typeof signedChange>>;

  constructor(sealer: Sealer) {
    this.files = new SignedTexts(sealer, 'print file', signedFile);
    this.changes = new SignedTexts(sealer, 'print change', signedChange);
  }
}
