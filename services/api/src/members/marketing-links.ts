import { canonicalEmail } from '@easel/contracts/members/policy';
import { isSameSecret } from '@easel/kernel/identity/same-secret';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';

/** A member, the beginning of what its address is known by, and what vouches for both: all in hexadecimal. */
const FORM = /^([0-9a-f]{32})([0-9a-f]{16})([0-9a-f]{64})$/;

/** Whom a link was made for. */
export interface MarketingLink {
  memberId: string;
  /** Whether it was sent to this address. */
  isOf(email: string): boolean;
}

/**
 * Tokens of the links by which members leave marketing mails. Nothing of them is kept and they never expire, as a mail
 * may be opened years later: who leaves by it is let go. It is good for the address that it was sent to alone.
 */
@Injectable()
export class MarketingLinks {
  constructor(private readonly sealer: Sealer) {}

  make(memberId: string, email: string): string {
    const named = memberId.replaceAll('-', '') + this.addressMark(email);
    return named + this.signatureOf(named);
  }

  /** Undefined for what was not made here. */
  read(token: string): MarketingLink | undefined {
    const [, member = '', mark = '', signature = ''] = FORM.exec(token) ?? [];
    if (member === '' || !isSameSecret(signature, this.signatureOf(member + mark))) return undefined;
    return {
      memberId: member.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      isOf: (email) => this.addressMark(email) === mark,
    };
  }

  private addressMark(email: string): string {
    return this.sealer.digest('marketing address', canonicalEmail(email)).slice(0, 16);
  }

  private signatureOf(named: string): string {
    return this.sealer.digest('marketing link', named);
  }
}
