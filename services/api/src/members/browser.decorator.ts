import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Browser as BrowserValue } from './members.commands.ts';

/** What a request tells of the browser that sent it; its address is the socket's, whatever a header says. */
export const Browser = createParamDecorator((_data: unknown, context: ExecutionContext): BrowserValue => {
  const { headers, ip } = context.switchToHttp().getRequest<FastifyRequest>();
  return { userAgent: headers['user-agent'] ?? '', address: ip, cookies: headers.cookie };
});
