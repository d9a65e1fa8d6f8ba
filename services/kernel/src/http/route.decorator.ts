import type { Route } from '@easel/contracts/kernel/http';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

/** Metadata key under which a handler's contract stands. */
export const ROUTE = 'easel:route';

/** Passed to Fastify with a route. */
export interface FastifyConfig {
  /** Whether it accepts a form. */
  form: boolean;
  /** Whether a GET of it does something. */
  acts: boolean;
  /** Whether its body is a file. */
  file: boolean;
  /** The largest body that it takes; undefined for the server's own limit. */
  bodyBytes: number | undefined;
}

/** Mounts a handler as its contract says: method, path, who may call. A handler without one is refused by the guard. */
export const RouteOf = (route: Route): MethodDecorator =>
  applyDecorators(
    SetMetadata(ROUTE, route),
    RequestMapping({ method: RequestMethod[route.method], path: [route.path, ...(route.also ?? [])] }),
    HttpCode(200),
    RouteConfig({
      form: route.form ?? false,
      acts: route.acts ?? false,
      file: route.file ?? false,
      bodyBytes: route.bodyBytes,
    } satisfies FastifyConfig),
  );
