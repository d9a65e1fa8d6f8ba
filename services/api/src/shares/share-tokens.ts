import { createHash } from 'node:crypto';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';

/**
 * Makes the tokens of links: 256 bits that follow from the link's id and the master key, so that a repeated call is
 * answered the same, its maker is shown the link again, and nothing that lies anywhere opens it.
 */
@Injectable()
export class ShareTokens {
  constructor(private readonly sealer: Sealer) {}

  /** 43 characters of base64url. */
  of(shareId: string): string {
    return Buffer.from(this.sealer.digest('share links', shareId), 'hex').toString('base64url');
  }

  /** SHA-256, in hexadecimal: what facts say of it. */
  digestOf(shareId: string): string {
    return createHash('sha256').update(this.of(shareId)).digest('hex');
  }
}
