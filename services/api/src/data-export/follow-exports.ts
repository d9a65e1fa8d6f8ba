import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataExportWorker } from './data-export.worker.ts';
import { DataExportRows } from './data-exports.tables.ts';

export type Followed =
  { kind: 'asked'; memberId: string; exportId: string; requestedAt: string } | { kind: 'erased'; memberId: string };

export class FollowExports extends Command<void> {
  constructor(readonly followed: Followed) {
    super();
  }
}

@CommandHandler(FollowExports)
export class FollowExportsHandler implements ICommandHandler<FollowExports> {
  constructor(
    private readonly rows: DataExportRows,
    private readonly worker: DataExportWorker,
  ) {}

  /** A member has one at a time: what lies here of before goes. */
  async execute({ followed }: FollowExports): Promise<void> {
    const { memberId } = followed;
    const begun = followed.kind === 'asked' ? followed.exportId : undefined;
    for (const id of await this.rows.idsOf(memberId)) if (id !== begun) await this.worker.remove(id);
    if (followed.kind === 'erased') return;
    await this.rows.begin(followed.exportId, memberId, new Date(followed.requestedAt));
    this.worker.wake();
  }
}
