import { mailHttp, mailProblems, type LocalMail } from '@easel/contracts/mail/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Controller, Header, Param, Query, UseGuards } from '@nestjs/common';
import { HereAlone } from './here-alone.guard.ts';
import { mailListPage, mailPage, mailStyle } from './mail.pages.ts';
import { LocalMailbox } from './mail.tables.ts';

const HTML = 'text/html; charset=utf-8';

/** The local mailbox, read by whoever sits at this machine. */
@Controller()
@UseGuards(HereAlone)
export class MailController {
  constructor(private readonly mailbox: LocalMailbox) {}

  @RouteOf(mailHttp.list)
  @Header('content-type', HTML)
  @Header('cache-control', 'no-store')
  async list(): Promise<string> {
    return mailListPage(await this.mailbox.list());
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
