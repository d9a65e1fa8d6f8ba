import { type FocusEvent, useState } from 'react';

interface Looking {
  hovered: boolean;
  focused: boolean;
  /** What was the newest when the look began. */
  at: string | undefined;
}
const away: Looking = { hovered: false, focused: false, at: undefined };

/**
 * Whether somebody points at a part of the page or has the focus in it, and what was the newest there when that began.
 */
export function useLooking(newest: string | undefined) {
  const [looking, setLooking] = useState(away);
  const look = (change: Partial<Looking>) =>
    setLooking((before) => {
      const now = { ...before, ...change };
      if (!now.hovered && !now.focused) return away;
      return { ...now, at: before.hovered || before.focused ? before.at : newest };
    });
  return {
    heldAt: looking.at,
    letGo: () => setLooking(away),
    handlers: {
      onPointerEnter: () => look({ hovered: true }),
      onPointerLeave: () => look({ hovered: false }),
      onFocus: () => look({ focused: true }),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) look({ focused: false });
      },
    },
  };
}
