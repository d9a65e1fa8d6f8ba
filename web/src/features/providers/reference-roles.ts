import type { KnownProvider } from '@easel/contracts/providers/policy';
import type { ReferenceRole } from '@easel/contracts/providers/reference.policy';
import type { Reference } from '../images/reference.ts';

export const roleNames: Readonly<Record<ReferenceRole, string>> = { structure: 'Its shapes', style: 'Its style' };

type Sheet = Pick<KnownProvider, 'referenceRoles' | 'referenceStrength'>;

/** Default strength. */
const STRENGTH = 50;

/** Returns the references with the roles and strengths that a provider uses. */
export function referencesFor(sheet: Sheet, references: readonly Reference[]): Reference[] {
  const roles = rolesOf(sheet, references);
  return references.map((given, index) => {
    const { role: _, strength, ...reference } = given;
    return {
      ...reference,
      ...(roles[index] !== undefined && { role: roles[index] }),
      ...(sheet.referenceStrength && { strength: strength ?? STRENGTH }),
    };
  });
}

/** Assigns distinct roles: the chosen one, else a free one, else none. */
function rolesOf({ referenceRoles: known }: Sheet, references: readonly Reference[]): (ReferenceRole | undefined)[] {
  const taken = new Set<ReferenceRole>();
  const chosen = references.map(({ role }) => {
    if (role === undefined || taken.has(role) || !known.includes(role)) return undefined;
    taken.add(role);
    return role;
  });
  return chosen.map((role) => {
    const given = role ?? known.find((one) => !taken.has(one));
    if (given !== undefined) taken.add(given);
    return given;
  });
}

/** Changes the role of one reference. The reference that had this role takes the old one. */
export function withRole(
  sheet: Sheet,
  references: readonly Reference[],
  index: number,
  role: ReferenceRole,
): Reference[] {
  const given = referencesFor(sheet, references);
  const before = given[index]?.role;
  return given.map((reference, place) => {
    if (place === index) return { ...reference, role };
    return reference.role === role ? { ...reference, role: before } : reference;
  });
}
