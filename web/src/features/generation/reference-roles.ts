import type { KnownProvider, ReferenceRole } from '@easel/contracts/providers/policy';
import type { Reference } from '../images/reference.ts';

export const roleNames: Readonly<Record<ReferenceRole, string>> = { structure: 'Its shapes', style: 'Its style' };

type Sheet = Pick<KnownProvider, 'referenceRoles' | 'referenceStrength' | 'references'>;

/** Where nothing was chosen. */
export const STRENGTH = 50;

/** The references as a provider takes them: with a role each and a strength, where it knows of them. */
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

/** The role of each: the chosen one, else one that none has yet, else the first. */
function rolesOf({ referenceRoles: known }: Sheet, references: readonly Reference[]): (ReferenceRole | undefined)[] {
  const taken = new Set(references.map(({ role }) => role));
  return references.map(({ role }) => {
    if (role !== undefined && known.includes(role)) return role;
    const free = known.find((one) => !taken.has(one)) ?? known[0];
    taken.add(free);
    return free;
  });
}

/** The references with another role for one; where each may be there once, who had it takes the role it had. */
export function withRole(
  sheet: Sheet,
  references: readonly Reference[],
  index: number,
  role: ReferenceRole,
): Reference[] {
  const given = referencesFor(sheet, references);
  const before = given[index]?.role;
  const isOnce = sheet.references <= sheet.referenceRoles.length;
  return given.map((reference, place) => {
    if (place === index) return { ...reference, role };
    return isOnce && reference.role === role ? { ...reference, role: before } : reference;
  });
}
