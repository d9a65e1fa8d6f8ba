/**
 * All that runs on a rendered page until somebody touches it. The app comes with the first touch, key or focus; members
 * get theirs at once, as the page shows what visitors see. Links, and forms with an address, need nobody's help; what
 * else was done meanwhile is done once more when the app is there.
 */
const app = () => import('./entry-client.tsx');

type Field = HTMLInputElement | HTMLTextAreaElement;
const BUTTON = 'button, summary, [role="button"]';

/** What was typed, by field. */
const typed = new Map<Field, string>();
/** The last button that was pressed, or form that was sent. */
let left: (() => void) | null = null;
let coming: Promise<void> | null = null;

const notes: Readonly<Record<string, (event: Event) => void>> = {
  pointerdown: () => {},
  keydown: () => {},
  focusin: () => {},
  input({ target }) {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) typed.set(target, target.value);
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
    left = () => target.requestSubmit(submitter);
  },
};

const isSending = (button: HTMLElement): boolean =>
  button instanceof HTMLButtonElement && button.type === 'submit' && button.form !== null;

const isMember = document.documentElement.dataset.member !== undefined;
if (isMember || document.getElementById('page-data') === null) void app();
else for (const name of Object.keys(notes)) document.addEventListener(name, note, { capture: true });

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
    return;
  }
  for (const name of Object.keys(notes)) document.removeEventListener(name, note, { capture: true });
  for (const [field, value] of typed) if (field.isConnected) typeAgain(field, value);
  left?.();
}

/** React remembers what stood in a field, and hears of a change only where the value differs from that. */
function typeAgain(field: Field, value: string): void {
  const plain = Object.getPrototypeOf(field) as object;
  for (const text of ['', value]) {
    Reflect.set(plain, 'value', text, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
