import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller as CallerValue } from './caller.ts';
import type { CommandContext } from '../deciding/decider-runner.ts';
import { stateOf, type HttpRequest } from './http-request.ts';

const requestOf = (context: ExecutionContext): HttpRequest => context.switchToHttp().getRequest<HttpRequest>();

/** Who calls, as the guard found. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): CallerValue => stateOf(requestOf(context)).caller,
);

/** What a command of this request carries: its key, actor, correlation and request ids. */
export const Issued = createParamDecorator((_data: unknown, context: ExecutionContext): CommandContext =>
  stateOf(requestOf(context)).issued(),
);
