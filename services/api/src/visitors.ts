import { TRIAL_DAYS } from '@easel/contracts/trials/policy';
import { appendCookie, readCookie } from '@easel/kernel/http/cookies';
import { isSameSecret } from '@easel/kernel/identity/same-secret';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** A visitor, and the last picture that was made for them. */
export interface Visitor {
  visitorId: string;
  generationId: string;
}

const NAME = 'easel_visitor';
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const VALUE = new RegExp(`^(${ID})\\.(${ID})\\.([0-9a-f]{64})$`);
const SCOPE = { path: '/api', httpOnly: true, sameSite: 'strict' } as const;

/**
 * Knows visitors by a signed cookie, so that none can be made up: their ids alone, which the log tells, open nothing.
 */
@Injectable()
export class Visitors {
  constructor(private readonly sealer: Sealer) {}

  /** Undefined for a browser that has had no picture made. */
  of(cookieHeader: string | undefined): Visitor | undefined {
    const [, visitorId, generationId, signature] = VALUE.exec(readCookie(cookieHeader, NAME) ?? '') ?? [];
    if (visitorId === undefined || generationId === undefined || signature === undefined) return undefined;
    const visitor = { visitorId, generationId };
    return isSameSecret(signature, this.sign(visitor)) ? visitor : undefined;
  }

  /** Makes the browser this visitor's. */
  remember(visitor: Visitor, reply: FastifyReply): void {
    const value = `${visitor.visitorId}.${visitor.generationId}.${this.sign(visitor)}`;
    appendCookie(reply, { name: NAME, value, ...SCOPE, maxAge: TRIAL_DAYS * 86_400 });
  }

  forget(reply: FastifyReply): void {
    appendCookie(reply, { name: NAME, value: '', ...SCOPE, maxAge: 0 });
  }

  private sign({ visitorId, generationId }: Visitor): string {
    return this.sealer.digest('visitor', `${visitorId}.${generationId}`);
  }
}
