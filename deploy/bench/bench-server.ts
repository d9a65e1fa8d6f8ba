import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logContents } from '@easel/contracts/log';
import type { Caller } from '@easel/kernel/http/caller';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { Sessions } from '@easel/kernel/identity/sessions';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { NewPictures } from '@easel/projections/gallery/new-pictures';
import type { ReadModel } from '@easel/projections/kernel/projector';
import { ReadsModule } from '@easel/projections/kernel/reads.module';
import { readSides } from '@easel/projections/read-models';
import { Module, type Provider, type Type } from '@nestjs/common';
import { TOKEN } from './server-process.ts';

/** Never called: nobody names a position where this is given. */
const NO_EVENT_STORE = 'esdb://127.0.0.1:1?tls=false';

@Module({})
class ReadsOnly {}

/** The sessions of one caller, who is never looked up. */
class OneCaller extends Sessions {
  readonly caller: Caller;

  constructor(pool: ConstructorParameters<typeof Sessions>[0], caller: Caller) {
    super(pool);
    this.caller = caller;
  }

  override byToken(token: string): Promise<Caller | undefined> {
    return Promise.resolve(token === TOKEN ? this.caller : undefined);
  }
}

/** What the controllers of these read models need. Files are asked of none, and there is no log to find new ones in. */
export const givenFor = (...models: readonly ReadModel[]): Provider[] =>
  readSides
    .flatMap(({ model, given = [] }) => (models.includes(model) ? given : []))
    .filter((provider) => provider !== NewPictures);

interface ReadsOptions {
  databaseUrl: string;
  eventStoreUrl?: string;
  folder: string;
  /** Whoever shows the token. */
  caller: Caller;
  controllers: Type[];
  /** What they are told of other read models. */
  given?: readonly Provider[] | undefined;
}

/** The whole server of the query side with these controllers, guards and all; answers its address. */
export async function startReads(options: ReadsOptions): Promise<string> {
  const { databaseUrl, eventStoreUrl = NO_EVENT_STORE, folder, caller, controllers, given = [] } = options;
  const config = foundationConfig.parse({
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: eventStoreUrl,
    BLOB_DIR: folder,
    MASTER_KEY: 'ab'.repeat(32),
    LOG_LEVEL: 'warn',
  });
  const foundation = await openFoundation('bench', config, logContents);
  const kernel = KernelModule.register(
    { ...foundation, sessions: new OneCaller(foundation.pool, caller) },
    // Visitors are counted, as they are everywhere, but none is refused here.
    { lifecycle: new Lifecycle({ logger: foundation.logger }), metrics: new Metrics(), rateLimitScale: 1_000_000 },
  );
  const imports = [kernel, ReadsModule];
  const app = await createHttpServer({ module: ReadsOnly, imports, controllers, providers: [...given] });
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

/** A member whose session is named as the member is. */
export const memberCaller = (id: string): Caller => ({ kind: 'member', id, sessionId: id });

/** Has a bare server listen; answers its address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Tells the bench, which started this process, where it serves; ends with the bench. */
export function announce(address: string): void {
  process.stdout.write(`${JSON.stringify({ address })}\n`);
  process.stdin.once('end', () => process.exit(0)).resume();
  process.once('SIGTERM', () => process.exit(0));
}
