import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ChangeEvent,
  type SubmitEvent,
} from 'react';
import { createStore, useStore, type Store } from './store.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What is wrong with each field. */
export type Complaints<Values> = Partial<Record<keyof Values, { message: string }>>;

/** What a check found: nothing where all is right. */
export type Check<Values> = (values: Values) => Complaints<Values>;

interface Checked<Values> {
  errors: Complaints<Values>;
  isSubmitted: boolean;
}

interface Registration {
  /** A number, where the field gives its text otherwise. */
  valueAsNumber?: boolean;
  /** Called once the form has what was chosen. */
  onChange?: (event: ChangeEvent<Field>) => void;
}

/**
 * A form that lives while it is filled in: what is beside its fields follows their values. The fields keep their own
 * values, as in every browser. They are checked when the form is sent, and from then on each as it is changed.
 */
export class LiveForm<Values extends object> {
  readonly values: Store<Values>;
  readonly checked: Store<Checked<Values>> = createStore({ errors: {}, isSubmitted: false });
  #check: Check<Values>;
  /** By name, in the order in which they came; of radio buttons there are several. */
  readonly #fields = new Map<keyof Values, Set<Field>>();
  readonly #refs = new Map<keyof Values, (field: Field | null) => (() => void) | undefined>();

  constructor(start: Values, check: Check<Values>) {
    this.values = createStore(start);
    this.#check = check;
  }

  /** Has the fields checked so from now on. */
  checkBy(check: Check<Values>): void {
    this.#check = check;
  }

  get formState(): Checked<Values> {
    return this.checked.get();
  }

  getValues(): Values;
  getValues<Name extends keyof Values>(name: Name): Values[Name];
  getValues(name?: keyof Values) {
    const values = this.values.get();
    return name === undefined ? values : values[name];
  }

  setValue<Name extends keyof Values>(name: Name, value: Values[Name], { shouldValidate = false } = {}): void {
    this.values.set({ ...this.values.get(), [name]: value });
    this.#show(name);
    if (shouldValidate) this.#checkAgain(name);
  }

  /** Fills the form in again; nothing is wrong until it is sent. */
  reset(values: Values): void {
    this.values.set(values);
    this.checked.set({ errors: {}, isSubmitted: false });
    for (const name of this.#fields.keys()) this.#show(name);
  }

  setFocus(name: keyof Values): void {
    const [first] = this.#fields.get(name) ?? [];
    first?.focus();
  }

  /** Returns the props of an input, textarea or select. */
  register<Name extends keyof Values & string>(name: Name, { valueAsNumber, onChange }: Registration = {}) {
    return {
      name,
      ref: this.#refOf(name),
      onChange: (event: ChangeEvent<Field>) => {
        this.values.set({ ...this.values.get(), [name]: givenBy(event.target, valueAsNumber) });
        if (this.formState.isSubmitted) this.#checkAgain(name);
        onChange?.(event);
      },
    };
  }

  /** Returns what sends the form: to `send` where all is right, else to the first field that is not. */
  handleSubmit(send: (values: Values) => void) {
    return (event: SubmitEvent<HTMLFormElement>): void => {
      event.preventDefault();
      const errors = this.#check(this.values.get());
      this.checked.set({ errors, isSubmitted: true });
      if (Object.keys(errors).length === 0) return send(this.values.get());
      const wrong = [...this.#fields].find(([name, fields]) => errors[name] && fields.size > 0);
      if (wrong) this.setFocus(wrong[0]);
    };
  }

  #checkAgain(name: keyof Values): void {
    const { [name]: before, ...others } = this.formState.errors;
    const now = this.#check(this.values.get())[name];
    if (before?.message === now?.message) return;
    const errors = (now ? { ...others, [name]: now } : others) as Complaints<Values>;
    this.checked.set({ ...this.formState, errors });
  }

  /** The same for each name, so that a field is not left and found again whenever its component renders. */
  #refOf(name: keyof Values) {
    const fields = this.#fields.get(name) ?? new Set<Field>();
    this.#fields.set(name, fields);
    const known = this.#refs.get(name);
    if (known) return known;
    const ref = (field: Field | null) => {
      if (field === null) return undefined;
      fields.add(field);
      fill(field, this.values.get()[name]);
      return () => void fields.delete(field);
    };
    this.#refs.set(name, ref);
    return ref;
  }

  #show(name: keyof Values): void {
    for (const field of this.#fields.get(name) ?? []) fill(field, this.values.get()[name]);
  }
}

interface LiveFormOptions<Values extends object> {
  defaultValues: Values;
  check: Check<Values>;
}

/** Makes a form, which stays the same; its component renders again with what is wrong with it. */
export function useLiveForm<Values extends object>({ defaultValues, check }: LiveFormOptions<Values>) {
  const [form] = useState(() => new LiveForm(defaultValues, check));
  useEffect(() => {
    form.checkBy(check);
  }, [form, check]);
  useStore(form.checked);
  return form;
}

/** Follows some values of a form: renders again only where one of these has changed. */
export function useValues<Values extends object, Name extends keyof Values>(
  { values }: Pick<LiveForm<Values>, 'values'>,
  names: readonly Name[],
): Pick<Values, Name> {
  const known = useRef<Values | null>(null);
  const subscribe = useCallback((listener: () => void) => values.subscribe(listener), [values]);
  return useSyncExternalStore(subscribe, () => {
    const now = values.get();
    const before = known.current;
    if (before === null || names.some((name) => !Object.is(before[name], now[name]))) known.current = now;
    return known.current ?? now;
  });
}

const isMarked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox');

function givenBy(field: Field, valueAsNumber = false): unknown {
  if (isMarked(field) && field.type === 'checkbox') return field.checked;
  return valueAsNumber ? Number(field.value) : field.value;
}

function fill(field: Field, value: unknown): void {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (isMarked(field)) field.checked = field.type === 'radio' ? field.value === text : value === true;
  else if (field.value !== text) field.value = text;
}
