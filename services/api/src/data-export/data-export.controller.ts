import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { brand } from '@easel/contracts/brand';
import {
  dataExportHttp,
  dataExportProblems,
  dataExportRequest,
  type DataExport,
} from '@easel/contracts/data-export/http';
import { EXPORT_EVERY_HOURS, EXPORT_KEPT_DAYS, EXPORT_LINK_MS } from '@easel/contracts/data-export/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { memberStream } from '@easel/contracts/members/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { fileReply } from '@easel/kernel/http/file-reply';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Body, Controller, Param, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { v5 as uuidV5 } from 'uuid';
import { z } from 'zod';
import type { MemberCommand } from '../members/member.decider.ts';
import { PasswordCheck } from '../members/check-password.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { SignedTexts } from '../signed-texts.ts';
import { DataExportWorker } from './data-export.worker.ts';
import { DataExportRows } from './data-exports.tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Ids of exports are UUID v5 of their request's key within this namespace: a repeat is the same export. */
const EXPORT_NAMESPACE = '0d5d3cf3-6a0b-4a0e-9d70-2f0a2c0f9d11';

const signedFile = z.strictObject({ id: z.uuid(), expiresAt: z.int() });

interface Reply {
  success: true;
  dataExport: DataExport | null;
}

@Controller()
export class DataExportController {
  private readonly links: SignedTexts<z.output<typeof signedFile>>;

  constructor(
    private readonly commands: CommandBus,
    private readonly members: MembersLookup,
    private readonly rows: DataExportRows,
    private readonly worker: DataExportWorker,
    private readonly passwords: PasswordCheck,
    sealer: Sealer,
  ) {
    this.links = new SignedTexts(sealer, 'data export', signedFile);
  }

  @RouteOf(dataExportHttp.own)
  async own(@Caller() { id }: CallerValue): Promise<Reply> {
    return { success: true, dataExport: await this.lastOf(id) };
  }

  @RouteOf(dataExportHttp.request)
  async request(
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
    @Body({ schema: dataExportRequest }) { password }: { password: string },
  ): Promise<Reply> {
    await this.passwords.check(memberId, password);
    // One that could not be packed is tried again, and is the same.
    if (await this.worker.again((await this.members.lastExportOf(memberId))?.exportId)) {
      return { success: true, dataExport: await this.lastOf(memberId) };
    }
    const exportId = uuidV5(context.key, EXPORT_NAMESPACE);
    const command = { type: 'RequestDataExport', memberId, exportId } as const;
    await this.commands.execute(decide<MemberCommand>(memberStream, memberId, command, context));
    return { success: true, dataExport: await this.lastOf(memberId) };
  }

  @RouteOf(dataExportHttp.file)
  async file(
    @Param({ schema: dataExportHttp.file.params }) { token }: { token: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const link = this.links.read(token);
    if (!link || Date.now() > link.expiresAt) throw new Refused(dataExportProblems.gone);
    const row = await this.rows.find(link.id);
    if (row?.state !== 'ready') throw new Refused(dataExportProblems.gone);
    return fileReply(reply, {
      type: 'application/zip',
      disposition: contentDisposition(`${brand.slug}-data-${new Date().toISOString().slice(0, 10)}.zip`),
      headers: { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' },
      open: () => openFile(this.worker.fileOf(link.id)),
    });
  }

  private async lastOf(memberId: string): Promise<DataExport | null> {
    const last = await this.members.lastExportOf(memberId);
    if (!last) return null;
    const { exportId: id, requestedAt } = last;
    const row = await this.rows.find(id);
    const requested = Date.parse(requestedAt);
    const expiresAt = row?.readyAt ? row.readyAt.getTime() + EXPORT_KEPT_DAYS * DAY_MS : null;
    // One that no row is of has either not begun, or is gone.
    const isOver = expiresAt === null ? !row && Date.now() > requested + DAY_MS : Date.now() > expiresAt;
    const isReady = row?.state === 'ready' && !isOver;
    return {
      id,
      state: isOver
        ? 'expired'
        : row?.state === 'waiting' && row.pictures !== null
          ? 'packing'
          : (row?.state ?? 'waiting'),
      requestedAt,
      pictures: row && row.pictures !== null ? { packed: row.packed, all: row.pictures } : null,
      bytes: row?.bytes ?? null,
      expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      downloadUrl: isReady
        ? dataExportHttp.file.path.replace(':token', this.links.sign({ id, expiresAt: Date.now() + EXPORT_LINK_MS }))
        : null,
      nextAt: new Date(requested + EXPORT_EVERY_HOURS * HOUR_MS).toISOString(),
    };
  }
}

/** Throws Refused where it is gone. */
async function openFile(path: string): Promise<{ stream: Readable; bytes: number }> {
  const file = await open(path).catch(() => undefined);
  if (!file) throw new Refused(dataExportProblems.gone);
  try {
    const { size } = await file.stat();
    return { stream: file.createReadStream(), bytes: size };
  } catch (error) {
    await file.close();
    throw error;
  }
}
