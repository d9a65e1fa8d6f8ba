import { silenceOf } from '@easel/kernel/database/heartbeats';
import type { Pool } from '@easel/kernel/database/database';
import { Lifecycle, NotReady } from '@easel/kernel/server/lifecycle';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

/** The imaging process says every 5 s that it works. */
const SILENT_MS = 15_000;

/** Adds imaging to the readiness checks. An imaging process that never ran is not missed. */
@Injectable()
export class ImagingHealth implements OnModuleInit {
  constructor(
    private readonly lifecycle: Lifecycle,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  onModuleInit(): void {
    this.lifecycle.addCheck('imaging', async () => {
      const silentMs = await silenceOf(this.pool, 'imaging');
      if (silentMs === undefined || silentMs <= SILENT_MS) return;
      throw new NotReady(`Not heard of for ${Math.round(silentMs / 1000)} s: pictures and other formats wait`);
    });
  }
}
