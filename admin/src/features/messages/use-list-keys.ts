import { useEffect, useEffectEvent } from 'react';
import { commandOf, type ListCommand } from './list-keys.ts';

/** Where letters are written or chosen by, they are not the list's. */
const ELSEWHERE =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';

interface Options {
  isOn: boolean;
  /** The list's own element; left out where there is none. */
  list?: () => HTMLElement | null;
  /** Answers false where the page has no use for it: the key then does what it does elsewhere. */
  onCommand: (command: ListCommand) => boolean | void;
}

/** Handles keys pressed anywhere on the page. `?` always works, since its dialog turns the others on. */
export function useListKeys({ isOn, list, onCommand }: Options): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || target.closest(ELSEWHERE)) return;
    const command = commandOf(event, list?.()?.contains(target) ?? false);
    if (!command || (!isOn && command.do !== 'help' && event.key.length === 1)) return;
    if (onCommand(command) !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
