import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { typedPassword } from '../members/password.ts';
import { memberProblems } from '../members/problems.ts';
import { EXPORT_EVERY_HOURS } from './policy.ts';

export const dataExportProblems = defineProblems('data_export', {
  tooSoon: [409, `You can export your data once in ${EXPORT_EVERY_HOURS} hours`],
  gone: [404, 'This export is no longer there. You can ask for another.'],
});

/** One that was asked for: what it is doing, and how far it is. */
export const dataExport = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'packing', 'ready', 'failed', 'expired']),
  requestedAt: z.string(),
  /** Pictures that are packed, of all; null before they are known. */
  pictures: z.nullable(z.object({ packed: z.number(), all: z.number() })),
  /** Of the file; null before it is ready. */
  bytes: z.nullable(z.number()),
  /** Until then it can be fetched. */
  expiresAt: z.nullable(z.string()),
  /** Who has this address has the file: it holds for minutes. */
  downloadUrl: z.nullable(z.string()),
  /** From then on another can be asked for. */
  nextAt: z.string(),
});
export type DataExport = z.output<typeof dataExport>;

const reply = z.object({ success: z.literal(true), dataExport: z.nullable(dataExport) });

export const dataExportRequest = z.object({ password: typedPassword('Please enter your password') });

export const dataExportHttp = {
  /** The last one. */
  own: route({ method: 'GET', path: '/api/auth/data-export', side: 'command', access: 'member', reply }),
  request: route({
    method: 'POST',
    path: '/api/auth/data-export',
    side: 'command',
    access: 'member',
    body: dataExportRequest,
    reply,
    errors: [dataExportProblems.tooSoon, memberProblems.passwordWrong],
    moves: ['data-export'],
    idempotent: true,
    /** Keeps somebody who has only the session from guessing the password. */
    limit: { calls: 10, seconds: 900 },
  }),
  /** The file, to whoever brings the signed address. */
  file: route({
    method: 'GET',
    path: '/api/data-exports/:token',
    side: 'command',
    access: 'anyone',
    acts: true,
    params: z.object({ token: z.string().check(z.maxLength(1000)) }),
    errors: [dataExportProblems.gone],
    limit: { calls: 60, seconds: 60 },
  }),
};
