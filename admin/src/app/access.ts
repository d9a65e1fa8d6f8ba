import { mayCall } from '../lib/roles.ts';
import { pages, resources } from './resources.ts';

/**
 * What is refused is not shown; the server refuses it anyway. An action on a page, other than `list`, is one of its
 * parts.
 */
export function mayDo(role: string, name: string, action: string): boolean {
  const page = pages.find(({ path }) => path === name);
  const route = resources.find((resource) => resource.name === name)?.access[action] ?? page?.access;
  const isShown = action === 'list' || page?.mayShow?.(role, action) !== false;
  return route !== undefined && mayCall(role, route) && isShown;
}
