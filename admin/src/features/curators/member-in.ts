import { PUBLIC_NAME } from '@easel/contracts/members/policy';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PROFILE = /^(?:https?:\/\/[^/]+)?\/?u\/([^/?#]+)\/?(?:[?#].*)?$/;

/** Reads a member’s id or public name from what was typed: an id, a name, or the address of a profile. */
export function memberIn(typed: string): { id: string } | { name: string } | undefined {
  const text = typed.trim().toLowerCase();
  if (UUID.test(text)) return { id: text };
  const name = PROFILE.exec(text)?.[1] ?? text.replace(/^@/, '');
  const { least, most, letters } = PUBLIC_NAME;
  return name.length >= least && name.length <= most && letters.test(name) ? { name } : undefined;
}
