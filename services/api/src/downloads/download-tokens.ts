import { downloadFormats, FILE_LINK_MS, imageSizes, QUOTE_MS } from '@easel/contracts/downloads/policy';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SignedTexts } from '../signed-texts.ts';

/** How far apart the clocks of two processes may be. */
const CLOCKS_APART_MS = 60_000;

const signedQuote = z.strictObject({
  /** Settles the download. */
  id: z.uuid(),
  memberId: z.uuid(),
  generationId: z.uuid(),
  variantId: z.uuid(),
  size: z.enum(imageSizes),
  /** On which the image is bought; null where that is not due. */
  price: z
    .strictObject({
      tenths: z.int().positive().nullable(),
      cents: z.int().positive(),
      priceVersion: z.int().positive(),
      curator: z.boolean(),
    })
    .nullable(),
  /** Milliseconds since 1970. */
  expiresAt: z.int(),
});
export type SignedQuote = z.output<typeof signedQuote>;

const signedLink = z.strictObject({
  memberId: z.uuid(),
  generationId: z.uuid(),
  variantId: z.uuid(),
  source: z.string(),
  format: z.enum(downloadFormats),
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
  /** The quote by which it was granted. */
  download: z.uuid(),
  expiresAt: z.int(),
});

/** What is handed out between the steps of a download. Nothing of it is kept: the signature vouches for it. */
@Injectable()
export class DownloadTokens {
  readonly quotes: SignedTexts<SignedQuote>;
  readonly links: SignedTexts<z.output<typeof signedLink>>;

  constructor(sealer: Sealer) {
    this.quotes = new SignedTexts(sealer, 'download quote', signedQuote);
    this.links = new SignedTexts(sealer, 'download link', signedLink);
  }
}

/** Whether a quote or link holds no longer, or would for longer than any does: by more than clocks are apart. */
export const isOutOfTime = (expiresAt: number, now: number): boolean =>
  now > expiresAt + CLOCKS_APART_MS || expiresAt > now + Math.max(QUOTE_MS, FILE_LINK_MS) + CLOCKS_APART_MS;
