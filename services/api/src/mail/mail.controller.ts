import { MAILBOX_COOKIE, mailHttp, mailProblems, type LocalMail } from '@easel/contracts/mail/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { appendCookie } from '@easel/kernel/http/cookies';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Header, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mailListPage, mailPage, mailStyle } from './mail-pages.ts';
import { LocalMailbox } from './mail.tables.ts';
import { MailboxGuard } from './mailbox.guard.ts';

const HTML = 'text/html; charset=utf-8';

/** The local mailbox, read by whoever sits at this machine and has its secret. */
@Controller()
@UseGuards(MailboxGuard)
export class MailController {
  constructor(private readonly mailbox: LocalMailbox) {}

  @RouteOf(mailHttp.list)
  @Header('content-type', HTML)
  @Header('cache-control', 'no-store')
  async list(
    @Query({ schema: mailHttp.list.query }) { token }: { token?: string | undefined },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    if (token === undefined) return mailListPage(await this.mailbox.list());
    // Out of the address at once: it stands in histories, and goes to wherever a link leads. Lax, for whoever follows
    // the banner's address from a page.
    appendCookie(reply, { name: MAILBOX_COOKIE, value: token, path: '/dev', httpOnly: true, sameSite: 'lax' });
    void reply.status(303).header('location', mailHttp.list.path);
    return undefined;
  }

  @RouteOf(mailHttp.json)
  @Header('cache-control', 'no-store')
  async json(
    @Query({ schema: mailHttp.json.query }) { to }: { to?: string | undefined },
  ): Promise<{ success: true; mails: LocalMail[] }> {
    return { success: true, mails: await this.mailbox.list({ to }) };
  }

  @RouteOf(mailHttp.style)
  @Header('content-type', 'text/css; charset=utf-8')
  style(): string {
    return mailStyle;
  }

  @RouteOf(mailHttp.one)
  @Header('content-type', HTML)
  @Header('cache-control', 'no-store')
  async one(@Param({ schema: mailHttp.one.params }) { id }: { id: string }): Promise<string> {
    const mail = await this.mailbox.find(id);
    if (!mail) throw new Refused(mailProblems.unknown);
    return mailPage(mail);
  }
}
