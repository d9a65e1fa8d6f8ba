import type { Route } from '@easel/contracts/kernel/http';
import type { ComponentType } from 'react';
import type { FindFilters } from '../lib/saved-filters.ts';

interface Entry {
  label: string;
  icon: ComponentType<{ fontSize?: 'small' }>;
  /** Beside the label, for what waits to be looked at. */
  badge?: ComponentType;
}

/**
 * One resource of the console: a folder of features, exported as one object. Its screens are loaded when they are
 * opened.
 */
export interface ConsoleResource extends Entry {
  /** As the API names it: `/api/admin/{name}`. */
  name: string;
  list: ComponentType;
  show?: ComponentType;
  /** Further ways to see them, by what stands in the address after the resource's name. */
  views?: Readonly<Record<string, ComponentType>>;
  /**
   * The route behind each of react-admin's actions (list, show, create, edit, export): its contract says which roles
   * may.
   */
  access: Readonly<Record<string, Route>>;
  /** How a record is called where others refer to it: a field's name. */
  recordRepresentation?: string;
  /** Operators keep filters of the list, which are found by this. */
  savedFilters?: FindFilters;
  /** Its records have UUIDs for ids, by which they are found. */
  foundById?: true;
}

/** A page that is no resource. */
export interface ConsolePage extends Entry {
  /** Below `/admin/`. */
  path: string;
  page: ComponentType;
  /** What stands beneath it, by what follows in the address. */
  parts?: Readonly<Record<string, ComponentType>>;
  /** Behind the resources in the menu, instead of before them. */
  last?: boolean;
  /** Whoever may call it may see the page. */
  access: Route;
  /** Whether a role may see a part of it; all parts where it is absent. */
  mayShow?: (role: string, part: string) => boolean;
}
