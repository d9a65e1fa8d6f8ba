import { createTransport } from 'nodemailer';

/** A mail as it leaves. */
export interface OutgoingMail {
  /** The same for every attempt, so that whoever receives it twice can tell. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Of marketing mails: where a mail service posts to for who wants no more of them. */
  unsubscribeUrl?: string | undefined;
}

/** The mail server did not take it; the message names the cause and no address. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** The one door to a mail server. */
export class MailGateway {
  private readonly transport;

  /** `url`: `smtp://` (STARTTLS where it is offered, port 587) or `smtps://` (port 465), with user and password. */
  constructor(
    url: string,
    private readonly from: string,
  ) {
    const { protocol, hostname, port, username, password } = new URL(url);
    const secure = protocol === 'smtps:';
    this.transport = createTransport({
      pool: true,
      maxConnections: 2,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port ? Number(port) : secure ? 465 : 587,
      secure,
      ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Throws MailNotSent. */
  async send({ id, to, subject, text, html, unsubscribeUrl }: OutgoingMail): Promise<void> {
    // A line's end would begin a header of its own, a comma or bracket another recipient.
    if (/[\r\n]/.test(subject) || /[\s,;<>()"]/.test(to)) throw new MailNotSent('its headers are not fit to be sent');
    try {
      await this.transport.sendMail({
        from: this.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domainOf(this.from)}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
      });
    } catch (error) {
      throw new MailNotSent(causeOf(error));
    }
  }

  close(): void {
    this.transport.close();
  }
}

const domainOf = (address: string): string => /@([^\s@<>]+)>?\s*$/.exec(address)?.[1] ?? 'localhost';

/** Its own message may quote the recipient or the server's words about them. */
function causeOf(error: unknown): string {
  const {
    code = 'no code',
    responseCode = 'no reply',
    command = 'no command',
  } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  return `${code}, ${responseCode} to ${command}`;
}
