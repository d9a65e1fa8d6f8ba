import { mayDo } from './access.ts';
import type { ConsolePage, ConsoleResource } from './resource.ts';
import { pages, resources } from './resources.ts';

type Shown = Pick<ConsoleResource & ConsolePage, 'label' | 'icon' | 'badge'> & { to: string };

/** What this role may open, in the menu's order. */
export function entriesFor(role: string): Shown[] {
  const shown = pages.filter(({ path }) => mayDo(role, path, 'list')).map((page) => ({ ...page, to: `/${page.path}` }));
  return [
    ...shown.filter(({ last }) => last !== true),
    ...resources.filter(({ name }) => mayDo(role, name, 'list')).map((one) => ({ ...one, to: `/${one.name}` })),
    ...shown.filter(({ last }) => last === true),
  ];
}
