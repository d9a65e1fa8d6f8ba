export function recordUnsteady(name: string): void;
export function unsteadyTests(
  recorded?: readonly string[],
  known?: readonly string[],
): { names: string[]; again: string[] };
