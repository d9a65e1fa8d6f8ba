import type { Config } from './config.ts';
import type { Platform } from './platform.ts';

const TEST_CARDS =
  'stand-in Stripe: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined; its books are the schema stripe_standin';

const NO_PRINTS = 'stand-in print service: it prints nothing and sends nothing; a parcel takes about two minutes';

const BUILT_IN = 'the built-in renderer draws them; docs/operating/providers says how to configure others';

const UNREAD = 'neither sent nor to be read: set SMTP_URL, for PUBLIC_URL is not this machine';

/** What a newcomer needs to know once everything runs; the seconds count from the launch of this process. */
export function banner(
  config: Config,
  platform: Omit<Platform, 'stop' | 'kill' | 'restart' | 'has'>,
  secondsToStart: number,
): string {
  const { address, mailbox, bus, given, operator, signIns } = platform;
  const people = [
    { who: 'operator', email: operator.email, password: operator.password ?? '(as in ADMIN_PASSWORD)' },
    ...signIns,
  ];
  return [
    '',
    `  Easel is ready after ${secondsToStart.toFixed(1)} s. Ctrl+C stops it.`,
    '',
    ...columns([
      ['Site', address],
      ['Console', `${address}/admin`],
      ['Mail', config.sendsMail ? 'by SMTP_URL' : (mailbox ?? UNREAD)],
      ['Cards', config.usesStripe ? 'by Stripe' : TEST_CARDS],
      ['Prints', config.usesPrintService ? 'by Prodigi' : NO_PRINTS],
      ['Pictures', config.providers ? `by ${config.providers.labels.join(', ')}` : BUILT_IN],
      ...given.map(({ part, name }) => [part, name]),
      ['Bus', bus],
      ['Data', config.dataDir],
      ['Logs', `${config.dataDir}/logs`],
    ]),
    '',
    '  Sign in as',
    ...columns(people.map(({ who, email, password }) => [`  ${who}`, email, password])),
    '',
  ].join('\n');
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(width(column) + 2)).join('')}`.trimEnd());
}
