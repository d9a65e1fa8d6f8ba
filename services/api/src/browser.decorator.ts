import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** What is known of the browser that calls. */
export interface BrowserValue {
  userAgent: string;
  /** The socket's, whatever a header says. */
  address: string;
  cookies: string | undefined;
}

/** What a request tells of the browser that sent it. */
export const Browser = createParamDecorator((_data: unknown, context: ExecutionContext): BrowserValue => {
  const { headers, ip } = context.switchToHttp().getRequest<FastifyRequest>();
  return { userAgent: headers['user-agent'] ?? '', address: ip, cookies: headers.cookie };
});
