import { MAILBOX_COOKIE } from '@easel/contracts/mail/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { readCookie } from '@easel/kernel/http/cookies';
import { isLoopback, isLoopbackName } from '@easel/kernel/http/network';
import { isSameSecret } from '@easel/kernel/identity/same-secret';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { hasMailbox, MAIL_SETTINGS, type MailConfig } from './mail.config.ts';

/**
 * The local mailbox does not exist for anyone but who sits at this machine and has its secret, nor for anyone once a
 * mail server is set or the site is public. A proxy on this machine makes a stranger's call come from loopback, often
 * under a local name and without a word of it in the headers: what keeps strangers out is the secret.
 */
@Injectable()
export class MailboxGuard implements CanActivate {
  constructor(@Inject(MAIL_SETTINGS) private readonly settings: MailConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!hasMailbox(this.settings) || !isHere(request) || !this.hasSecret(request))
      throw new Refused(problems.notFound);
    return true;
  }

  private hasSecret({ headers, query }: FastifyRequest): boolean {
    const { DEV_MAIL_TOKEN: secret } = this.settings;
    const sent = (query as { token?: unknown }).token ?? readCookie(headers.cookie, MAILBOX_COOKIE);
    return secret !== undefined && typeof sent === 'string' && isSameSecret(sent, secret);
  }
}

function isHere({ socket, headers }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => /^(via|forwarded|x-forwarded-.*|x-real-ip)$/.test(name));
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackName(headers.host ?? '') && !isPassedOn;
}
