import { problems, Refused } from '@easel/contracts/kernel/problem';
import { isLoopback } from '@easel/kernel/network';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MAIL_SETTINGS, type MailConfig } from './mail.config.ts';

/** The local mailbox does not exist for anyone but this machine, nor for anyone once a mail server is set. */
@Injectable()
export class HereAlone implements CanActivate {
  constructor(@Inject(MAIL_SETTINGS) private readonly settings: MailConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { socket, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    // A proxy on this machine, or a foreign name that leads to it, makes a stranger's call come from loopback.
    const isPassedOn = Object.keys(headers).some((name) => /^(via|forwarded|x-forwarded-.*|x-real-ip)$/.test(name));
    const isHere = isLoopback(socket.remoteAddress ?? '') && isLocalName(headers.host ?? '') && !isPassedOn;
    if (!isHere || this.settings.SMTP_URL !== undefined) throw new Refused(problems.notFound);
    return true;
  }
}

const isLocalName = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host);
