import { randomUUID } from 'node:crypto';
import { logContents } from '@easel/contracts/log';
import { POSITION_HEADER } from '@easel/contracts/kernel/http';
import { categoryOf, type Recorded } from '@easel/contracts/kernel/event';
import { IMAGE_COOKIE } from '@easel/kernel/http/auth.guard';
import { formatPositions } from '@easel/kernel/http/positions';
import { startTestServer, type TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { ProjectionsModule } from '../projections.module.ts';
import { readModels } from '../read-models.ts';
import { followCheckpoints } from './checkpoints.ts';

export interface TestCaller {
  id: string;
  authorization: string;
  /** A GET as this caller, who has seen everything that was appended so far. */
  get: (path: string) => supertest.Test;
  /** As an `<img>` sends it. */
  getByCookie: (path: string) => supertest.Test;
}

export interface QueryServer {
  server: TestServer;
  append(...facts: readonly Recorded[]): Promise<void>;
  member(): Promise<TestCaller>;
  nobody: Pick<TestCaller, 'get'>;
  close(): Promise<void>;
}

/** The query side as a whole server, on a real log, its projectors at work. */
export async function startQueries(): Promise<QueryServer> {
  const server = await startTestServer(() => [ProjectionsModule], logContents);
  const checkpoints = await followCheckpoints(server.foundation.config.DATABASE_URL);
  for (const model of readModels) await checkpoints.until(model, ({ phase }) => phase === 'live');
  await checkpoints.close();
  const appended = new Map<string, bigint>();
  const get = (path: string) => supertest(server.http).get(path).set(POSITION_HEADER, formatPositions(appended));
  return {
    server,
    nobody: { get },
    async append(...facts) {
      for (const { id, stream, type, data, metadata } of facts) {
        const { position } = await server.foundation.log.appendAnywhere(stream, [
          { id, fact: { type, data }, metadata },
        ]);
        appended.set(categoryOf(stream), position);
      }
    },
    async member() {
      const id = randomUUID();
      const { token, imageToken } = await server.foundation.sessions.open(
        { kind: 'member', id },
        { days: 1, userAgent: '' },
      );
      const authorization = `Bearer ${token}`;
      return {
        id,
        authorization,
        get: (path) => get(path).set('authorization', authorization),
        getByCookie: (path) => get(path).set('cookie', `${IMAGE_COOKIE}=${imageToken}`),
      };
    },
    close: () => server.close(),
  };
}
