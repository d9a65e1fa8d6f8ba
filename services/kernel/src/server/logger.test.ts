import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { currentContext, runWithContext } from './request-context.ts';

function logging() {
  const lines: string[] = [];
  const logger = createLogger({ name: 'api', level: 'debug', destination: { write: (line) => void lines.push(line) } });
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  return { logger, lines, last };
}

describe('a line', () => {
  it('is JSON with name, level, time and message', () => {
    const { logger, last } = logging();
    logger.info({ position: 12n, at: new Date(0) }, 'ready');
    expect(last()).toMatchObject({
      name: 'api',
      level: 'info',
      msg: 'ready',
      position: '12',
      at: '1970-01-01T00:00:00.000Z',
    });
    expect(Date.parse(String(last()['time']))).not.toBeNaN();
  });

  it('carries the ids of the request across awaits, and of no other', async () => {
    const { logger, lines } = logging();
    const work = async (id: string): Promise<void> => {
      await Promise.resolve();
      logger.info(id);
    };
    await Promise.all(
      ['one', 'two'].map((id) =>
        runWithContext({ requestId: id, correlationId: `c-${id}`, actor: { kind: 'member', id: 'm' } }, () => work(id)),
      ),
    );
    for (const line of lines) {
      const { msg, requestId, correlationId, actor } = JSON.parse(line) as Record<string, string>;
      expect({ requestId, correlationId, actor }).toEqual({
        requestId: msg,
        correlationId: `c-${msg}`,
        actor: 'member:m',
      });
    }
    expect(currentContext()).toBeUndefined();
    logger.info('outside');
    expect(lines.at(-1)).not.toContain('requestId');
  });
});

describe('secrets', () => {
  it.each([
    ['in a header', { req: { headers: { authorization: 'Bearer hunter2hunter2', cookie: 'session=hunter2' } } }],
    ['in an array of headers', { headers: [{ 'set-cookie': ['session=hunter2'] }] }],
    ['in a body', { body: { email: 'a@b.ch', password: 'hunter2', newPassword: 'hunter2', cardNumber: 'hunter2' } }],
    ['in settings', { config: { MASTER_KEY: 'hunter2', STRIPE_API_KEY: 'hunter2', apiKey: 'hunter2' } }],
    ['in the query of an address', { url: '/api/images/x.png?size=2k&token=hunter2&download_token=hunter2' }],
    ['in the query, encoded', { url: '/verify?code=hunter2&reset%54oken=x&access_token=hunter2' }],
    ['in a signed text of a path', { url: `/api/files/signed.${'hunter2'.repeat(30)}.${'f00d'.repeat(16)}?page=2` }],
    ['in an address', { url: 'postgres://easel:hunter2@127.0.0.1:5432/easel' }],
    ['in an error', { err: new Error('connect postgres://easel:hunter2@db/easel and ?token=hunter2') }],
    [
      'in what hangs on an error',
      { err: Object.assign(new Error('no'), { detail: 'hunter2', config: { auth: 'hunter2' } }) },
    ],
    ['in an error under another name', { failure: { cause: Object.assign(new Error('no'), { token: 'hunter2' }) } }],
    ['in bytes', { payload: Buffer.from('hunter2') }],
    ['very deep', { a: { b: { c: { d: { e: { f: { g: { note: 'hunter2' } } } } } } } }],
  ])('are censored %s', (_where, fields) => {
    const { logger, lines, last } = logging();
    logger.info(fields, 'a line');
    logger.child(fields).info('a line of a child');
    expect(lines.join('')).not.toContain('hunter2');
    expect(last()['msg']).toBe('a line of a child');
  });

  it('are censored in messages, and nothing else is', () => {
    const { logger, last } = logging();
    logger.warn('GET /verify?token=hunter2&next=/gallery with Bearer abc.def-ghi_jkl=');
    expect(last()['msg']).toBe('GET /verify?token=[redacted]&next=/gallery with Bearer [redacted]');
    const [key, id, file] = ['x-Y_9'.repeat(9).slice(0, 43), 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6', 'f'.repeat(43)];
    logger.warn(`GET /a/${key}/b.webp and /a/${key}?page=2, not /a/${id} of /${file}.ts`);
    expect(last()['msg']).toBe(`GET /a/[redacted]/b.webp and /a/[redacted]?page=2, not /a/${id} of /${file}.ts`);
    logger.warn({ tokens: 12, url: '/gallery?page=2&category=token-art', keys: ['a'] }, 'basic facts; key=value');
    expect(last()).toMatchObject({ tokens: 12, url: '/gallery?page=2&category=token-art', keys: ['a'] });
    expect(last()['msg']).toBe('basic facts; key=value');
  });

  it('leave type, message, stack and code of an error', () => {
    const { logger, last } = logging();
    logger.error(Object.assign(new RangeError('too far'), { code: 'E_FAR' }));
    expect(last()).toMatchObject({ msg: 'too far', err: { type: 'RangeError', message: 'too far', code: 'E_FAR' } });
    expect(String((last()['err'] as { stack: string }).stack)).toContain('logger.test');
  });
});
