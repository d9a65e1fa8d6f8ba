import { ChevronDown } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './popover.module.css';

interface PopoverProps {
  /** The name of its button, and of the panel. */
  label: string;
  icon: ReactNode;
  /** What is chosen in it, where the button is a field of a form and says so beside its icon. */
  chosen?: ReactNode;
  /** Rendered while it is open; what ends its use closes it. */
  children: (close: () => void) => ReactNode;
}

/** As high as a panel with a few items. */
const ENOUGH_PX = 360;
const USUAL_WIDTH_PX = 300;
const MARGIN_PX = 12;

/**
 * A button with a panel beside it. It is the browser's own popover: Escape and a press elsewhere close it, and the
 * focus comes back; the arrow keys go from one of its links and buttons to the next.
 */
export function Popover({ label, icon, chosen, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => panel.current?.hidePopover(), []);

  useEffect(() => {
    if (!open) return;
    // A window that was turned or made narrower, a page that was scrolled: the panel stays with its button.
    const place = () => button.current && panel.current && placeBeside(button.current, panel.current);
    const moves = ['resize', 'scroll'] as const;
    for (const move of moves) window.addEventListener(move, place, { passive: true });
    return () => {
      for (const move of moves) window.removeEventListener(move, place);
    };
  }, [open]);

  return (
    <>
      {chosen === undefined ? (
        <IconButton ref={button} label={label} popoverTarget={id} aria-expanded={open}>
          {icon}
        </IconButton>
      ) : (
        <button ref={button} type="button" className={styles.field} popoverTarget={id} aria-expanded={open}>
          {icon}
          <span className="visually-hidden">{`${label}: `}</span>
          <span className={styles.chosen}>{chosen}</span>
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys are beside the Tab key */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.panel}
        onBeforeToggle={(event) => {
          if (event.newState === 'open' && button.current) placeBeside(button.current, event.currentTarget);
          setOpen(event.newState === 'open');
        }}
        onKeyDown={walk}
      >
        {open && <Contents render={children} close={close} />}
      </div>
    </>
  );
}

const Contents = ({ render, close }: { render: PopoverProps['children']; close: () => void }) => render(close);

/** The panel lies on the side of the button that has more room, in line with the button's outer edge. */
function placeBeside(button: HTMLElement, panel: HTMLElement): void {
  const { top, right, bottom, left } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const roomBelow = clientHeight - bottom;
  const below = roomBelow >= Math.min(ENOUGH_PX, top);
  const fromLeft = (left + right) / 2 < clientWidth / 2;
  /** What a panel of the usual width leaves free, less the margin it keeps to the window's edge. */
  const spare = Math.max(MARGIN_PX, clientWidth - USUAL_WIDTH_PX - MARGIN_PX);
  const place = {
    top: below ? bottom : null,
    bottom: below ? null : clientHeight - top,
    left: fromLeft ? Math.min(left, spare) : null,
    right: fromLeft ? null : Math.min(clientWidth - right, spare),
    room: below ? roomBelow : top,
  };
  for (const [side, px] of Object.entries(place)) {
    panel.style.setProperty(`--panel-${side}`, px === null ? 'auto' : `${Math.max(0, Math.round(px))}px`);
  }
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input')];
  const here = stops.findIndex((stop) => stop === document.activeElement);
  const next = { ArrowDown: here + 1, ArrowUp: here <= 0 ? -1 : here - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  stops.at(next % stops.length)?.focus();
}
