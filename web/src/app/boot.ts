import { noteInvitation } from '../features/account/invitation.ts';
import { noteArrival } from '../features/telemetry/arrived.ts';
import { viewTelling } from '../features/telemetry/view-telling.ts';
import { measureOnceTouched } from './measuring.ts';

/**
 * All that runs on a rendered page until somebody touches it. The app comes with the first touch, key or focus; members
 * get theirs at once, as the page shows what visitors see. Links, and forms with an address, need nobody's help; what
 * else was done meanwhile is done once more when the app is there.
 */
const app = () => import('./entry-client.tsx');

noteArrival(document.location, document.referrer);
noteInvitation(document.location);
measureOnceTouched();

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const BUTTON = 'button, summary, [role="button"]';

declare global {
  interface Window {
    /** What was pressed and sent before this module came (`before-paint.js`). */
    earlyEvents?: readonly Event[];
  }
}

/** What was typed or chosen, by field. */
const given = new Map<Field, string>();
/** The last button that was pressed, or form that was sent. */
let left: (() => void) | null = null;
/** The button of a form that waits to be sent: it shows that something happens. */
let busy: HTMLElement | null = null;
let coming: Promise<void> | null = null;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
/** It is marked, and nothing is written in it. */
const isMarked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox');

const notes: Readonly<Record<string, (event: Event) => void>> = {
  pointerdown: () => {},
  keydown: () => {},
  focusin: () => {},
  // Whoever scrolls may come to what only the app fetches.
  scroll: () => {},
  input({ target }) {
    if (isField(target)) given.set(target, valueOf(target));
  },
  click({ target }) {
    const button = target instanceof Element ? target.closest<HTMLElement>(BUTTON) : null;
    if (button && !isSending(button)) left = () => button.click();
  },
  submit(event) {
    const { target, submitter } = event as SubmitEvent;
    // Without an address its fields would end up in this page's own.
    if (!(target instanceof HTMLFormElement) || target.hasAttribute('action')) return;
    event.preventDefault();
    busy = submitter;
    busy?.setAttribute('aria-busy', 'true');
    left = () => target.requestSubmit(submitter);
  },
};

const valueOf = (field: Field): string => (isMarked(field) ? String(field.checked) : field.value);

/** Whether it has something else than what it came with. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  return isMarked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Notes what was done before this module came. */
function catchUp(): void {
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    if (isChanged(field)) given.set(field, valueOf(field));
  }
  const early = window.earlyEvents ?? [];
  for (const event of early) notes[event.type]?.(event);
  if (given.size > 0 || early.length > 0) coming ??= wake();
}

const isSending = (button: HTMLElement): boolean =>
  button instanceof HTMLButtonElement && button.type === 'submit' && button.form !== null;

const { member, ownPicture } = document.documentElement.dataset;
if (member !== undefined || document.getElementById('page-data') === null) void app();
else {
  viewTelling.isOn = true;
  if (document.location.pathname.startsWith('/image/')) {
    import('../features/telemetry/picture-view.ts').then(
      ({ noteViewOf }) => noteViewOf(document.location),
      () => {},
    );
  }
  for (const name of Object.keys(notes)) document.addEventListener(name, note, { capture: true });
  catchUp();
  // What is being made for this visitor, or was, is on none of the pages that are the same for everyone; nor is the
  // viewer that an address opens, nor what a page marks as asked for at once.
  const isWanted =
    ownPicture !== undefined ||
    new URLSearchParams(document.location.search).has('image') ||
    document.querySelector('[data-at-once]') !== null;
  if (isWanted) coming ??= wake();
}

function note(event: Event): void {
  notes[event.type]?.(event);
  coming ??= wake();
}

async function wake(): Promise<void> {
  try {
    const { started } = await app();
    await started;
  } catch {
    // Its code could not be fetched: the next touch tries again, and until then the page stays what it is.
    coming = null;
    busy?.removeAttribute('aria-busy');
    return;
  }
  for (const name of Object.keys(notes)) document.removeEventListener(name, note, { capture: true });
  // Where somebody is already, they have come before the app did.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  for (const [field, value] of given) if (field.isConnected) giveAgain(field, value);
  busy?.removeAttribute('aria-busy');
  left?.();
  document.documentElement.dataset.awake = '';
}

/** React remembers what a field had, and hears of a change only where it differs from that. */
function giveAgain(field: Field, value: string): void {
  if (isMarked(field)) {
    const marked = value === 'true';
    // Of several that exclude each other the last one counts, and only that is marked.
    if (!marked && field.type === 'radio') return;
    field.checked = !marked;
    field.click();
    return;
  }
  const plain = Object.getPrototypeOf(field) as object;
  const isChosen = field instanceof HTMLSelectElement;
  for (const text of isChosen ? [value] : ['', value]) {
    Reflect.set(plain, 'value', text, field);
    field.dispatchEvent(new Event(isChosen ? 'change' : 'input', { bubbles: true }));
  }
}
