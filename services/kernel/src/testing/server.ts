import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { expect, vi } from 'vitest';
import { foundationConfig, openFoundation, type Foundation, type LogContents } from '../server/foundation.ts';
import { createHttpServer, type HttpServerOptions } from '../http/http-server.ts';
import { KernelModule } from '../server/kernel.module.ts';
import { Lifecycle } from '../server/lifecycle.ts';
import { Metrics } from '../server/metrics.ts';
import { createTestDatabase } from './database.ts';
import { testMacKeys } from './mac-keys.ts';
import { MIGRATED_DATABASE } from './migrated-database.ts';
import { startSharedEventStore, type SharedEventStore } from './shared-event-stores.ts';

export interface TestServer {
  app: NestFastifyApplication;
  /** For supertest. */
  http: ReturnType<NestFastifyApplication['getHttpServer']>;
  foundation: Foundation;
  store: SharedEventStore;
  close(): Promise<void>;
}

export interface TestServerOptions {
  rateLimitScale?: number;
  metricsToken?: string;
  publicUrl?: string | undefined;
}

@Module({})
class TestRoot {}

/** A whole server process of these modules, on a database, a log and a blob folder of its own. */
export async function startTestServer(
  modules: (foundation: Foundation) => Promise<(Type | DynamicModule)[]> | (Type | DynamicModule)[],
  contents: LogContents,
  { rateLimitScale = 1000, metricsToken, publicUrl, ...http }: HttpServerOptions & TestServerOptions = {},
): Promise<TestServer> {
  const database = await createTestDatabase(MIGRATED_DATABASE);
  const store = await startSharedEventStore(database.url);
  const blobDir = await mkdtemp(join(tmpdir(), 'easel-blobs-'));
  const config = foundationConfig.parse({
    DATABASE_URL: database.url,
    EVENT_STORE_URL: store.connectionString,
    BLOB_DIR: blobDir,
    MASTER_KEY: 'ab'.repeat(32),
    MAC_KEYS: testMacKeys,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  });
  const foundation = await openFoundation('test', config, contents);
  const lifecycle = new Lifecycle({ logger: foundation.logger });
  const metrics = new Metrics();
  const kernel = KernelModule.register(foundation, { lifecycle, metrics, rateLimitScale, metricsToken, publicUrl });
  const app = await createHttpServer(
    { module: TestRoot, imports: [kernel, ...(await modules(foundation))] },
    { ...http, publicUrl },
  );
  await app.listen(0, '127.0.0.1');
  await vi.waitFor(async () => expect(await lifecycle.readiness()).toMatchObject({ ready: true }), { timeout: 20_000 });
  return {
    app,
    http: app.getHttpServer(),
    foundation,
    store,
    async close() {
      await app.close();
      await foundation.close();
      await store.stop();
      await database.drop();
      for (const folder of [blobDir, `${blobDir}-exports`, `${blobDir}-columns`])
        await rm(folder, { recursive: true, force: true });
    },
  };
}
