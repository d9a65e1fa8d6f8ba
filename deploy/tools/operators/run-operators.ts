import { parseArgs } from 'node:util';
import { operatorRoles } from '@easel/contracts/kernel/console';
import { Refused } from '@easel/contracts/kernel/problem';
import { operatorsHttp, type OperatorRecord } from '@easel/contracts/operators/http';
import { describeConfig } from '@easel/kernel/server/config';
import * as z from 'zod/mini';
import { withParts } from '../../local/installation/connect.ts';
import { requireOneInstallation } from '../../local/installation/installation.ts';
import { readToolSettings, toolConfig } from '../../local/tool-settings.ts';
import { OperatorsDesk } from './operators-desk.ts';

const USAGE = `Who works in the console, and as what. It works beside the running product, and what it does holds there at once.

  npm run operators -- list
  npm run operators -- invite EMAIL --name NAME --role ROLE --reason TEXT   a link to set a password goes by mail
  npm run operators -- renew EMAIL --reason TEXT                            a fresh one; those before it are dead
  npm run operators -- role EMAIL ROLE --reason TEXT
  npm run operators -- disable EMAIL --reason TEXT                          open sessions end
  npm run operators -- enable EMAIL --reason TEXT

  ROLE is one of ${operatorRoles.join(', ')}.

  --json   lines of JSON
  --help

Exit: 0 done, 1 refused, 2 it could not be done.

${describeConfig(toolConfig)}
`;

export interface Output {
  out(line: string): void;
  err(line: string): void;
}

const EXIT = { done: 0, refused: 1, failed: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const { email, name, role, reason } = operatorsHttp.invite.body.shape;
const forms = {
  list: z.tuple([]),
  invite: z.tuple([email]),
  renew: z.tuple([email]),
  role: z.tuple([email, role]),
  disable: z.tuple([email]),
  enable: z.tuple([email]),
};
const asked = z.discriminatedUnion('command', [
  z.object({ command: z.literal('list'), rest: forms.list }),
  z.object({ command: z.literal('invite'), rest: forms.invite, name, role, reason }),
  z.object({ command: z.literal('renew'), rest: forms.renew, reason }),
  z.object({ command: z.literal('role'), rest: forms.role, reason }),
  z.object({ command: z.literal('disable'), rest: forms.disable, reason }),
  z.object({ command: z.literal('enable'), rest: forms.enable, reason }),
]);
type Asked = z.output<typeof asked>;

/** Runs one command of the tool; never throws. */
export async function runOperators(args: readonly string[], env: NodeJS.ProcessEnv, output: Output): Promise<ExitCode> {
  try {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: text,
        role: text,
        reason: text,
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      output.out(USAGE);
      return EXIT.done;
    }
    const [command, ...rest] = positionals;
    const request = z.safeParse(asked, { command, rest, ...values });
    if (!request.success) {
      for (const { path, message } of command === undefined ? [] : request.error.issues) {
        output.err(`${path[0] === 'rest' ? 'what follows the command' : path.join(' ')}: ${message}`);
      }
      output.err(USAGE);
      return EXIT.failed;
    }
    const settings = readToolSettings(env, ['databaseUrl', 'eventStoreUrl', 'masterKey'], (line) => output.err(line));
    await withParts(settings, requireOneInstallation);
    const desk = new OperatorsDesk(settings);
    try {
      const records = await carryOut(desk, request.data);
      for (const line of values.json ? records.map((record) => JSON.stringify(record)) : table(records))
        output.out(line);
      return EXIT.done;
    } finally {
      await desk.close();
    }
  } catch (error) {
    if (error instanceof Refused) {
      output.err(error.message);
      return EXIT.refused;
    }
    output.err(`It could not be done: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.failed;
  }
}

async function carryOut(desk: OperatorsDesk, request: Asked): Promise<readonly OperatorRecord[]> {
  switch (request.command) {
    case 'list':
      return desk.list();
    case 'invite':
      return [await desk.invite(request.rest[0], request.name, request.role, request.reason)];
    case 'renew':
      return [await desk.renew(request.rest[0], request.reason)];
    case 'role':
      return [await desk.change(request.rest[0], { role: request.rest[1], reason: request.reason })];
    case 'disable':
      return [await desk.change(request.rest[0], { status: 'disabled', reason: request.reason })];
    case 'enable':
      return [await desk.change(request.rest[0], { status: 'active', reason: request.reason })];
  }
}

/** Names are what people wrote: nothing of them may move the terminal's cursor. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?');

function table(records: readonly OperatorRecord[]): string[] {
  const rows = records.map((record) => [
    record.email ?? '',
    record.role,
    record.status,
    record.last_signed_in_at ?? 'never signed in',
    inOneLine(record.name),
  ]);
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column) + 2))
      .join('')
      .trimEnd(),
  );
}
