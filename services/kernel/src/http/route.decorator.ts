import type { Route } from '@easel/contracts/kernel/http';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';

/** Metadata key under which a handler's contract stands. */
export const ROUTE = 'easel:route';

/** Mounts a handler as its contract says: method, path, who may call. A handler without one is refused by the guard. */
export const RouteOf = (route: Route): MethodDecorator =>
  applyDecorators(
    SetMetadata(ROUTE, route),
    RequestMapping({ method: RequestMethod[route.method], path: route.path }),
    HttpCode(200),
  );
