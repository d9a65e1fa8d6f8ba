import { mayCall } from '../lib/roles.ts';
import { pages, resources } from './resources.ts';

/** What is refused is not shown; the server refuses it anyway. */
export function mayDo(role: string, name: string, action: string): boolean {
  const route =
    resources.find((resource) => resource.name === name)?.access[action] ??
    pages.find(({ path }) => path === name)?.access;
  return route !== undefined && mayCall(role, route);
}
