import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { IconButton } from './button.tsx';
import { openDialogs } from './open-dialogs.ts';
import styles from './toast.module.css';

type Kind = 'info' | 'success' | 'error';

/** What can be done about it while it is shown. */
export interface ToastAction {
  label: string;
  run: () => void;
}

interface Toast {
  id: number;
  kind: Kind;
  text: string;
  action: ToastAction | undefined;
}

/** spec: member-experience §9. */
const DURATION_MS: Record<Kind, number> = { info: 4000, success: 3000, error: 5000 };
/** Who can still undo something gets time to think. */
const ACTION_MS = 8000;
const MOST_AT_ONCE = 4;

const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

const dismiss = (id: number) => toasts.set(toasts.get().filter((shown) => shown.id !== id));
const add =
  (kind: Kind) =>
  (text: string, action?: ToastAction): (() => void) => {
    const others = toasts.get().filter((shown) => shown.text !== text);
    const id = nextId++;
    toasts.set([...others.slice(1 - MOST_AT_ONCE), { id, kind, text, action }]);
    return () => dismiss(id);
  };

/** Passing messages, top right. The same text again replaces itself. Each returns what takes it away early. */
export const toast = { info: add('info'), success: add('success'), error: add('error') };

/**
 * Where messages appear: one for the page and one inside each open dialog, of which the topmost shows them. What went
 * wrong is told at once.
 */
export function ToastOutlet({ layer }: { layer?: string }) {
  const shown = useStore(toasts);
  const top = useStore(openDialogs).at(-1);
  return (
    <div className={styles.outlet}>
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} aria-atomic="false" className={styles.region}>
          {layer === top &&
            shown
              .filter(({ kind }) => (kind === 'error') === (role === 'alert'))
              .map((one) => <ToastCard key={one.id} toast={one} />)}
        </div>
      ))}
    </div>
  );
}

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert };

function ToastCard({ toast: { id, kind, text, action } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = window.setTimeout(() => dismiss(id), action ? ACTION_MS : DURATION_MS[kind]);
    return () => window.clearTimeout(timer);
  }, [held, id, kind, action]);

  const Icon = ICONS[kind];
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      // In the order in which they came, whichever region they are told by.
      style={{ order: id }}
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} className={styles.icon} aria-hidden="true" />
      <p>{text}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" onClick={() => dismiss(id)}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
