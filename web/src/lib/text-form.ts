import type { FieldErrors } from '@easel/contracts/kernel/complaints';
import { useRef, useState, type SubmitEvent } from 'react';
import type * as z from 'zod/mini';
import { refusedFields } from './problems.ts';

/** Loaded with the first form that is touched. */
let checks: typeof import('@easel/contracts/kernel/complaints') | undefined;

export type Values<Name extends string> = Record<Name, string>;

interface TextFormOptions<Name extends string> {
  /** In the order in which they stand; the first with a complaint gets the focus. */
  fields: readonly Name[];
  /** Or what loads it, on pages that are often only read. */
  schema: z.ZodMiniType | (() => Promise<z.ZodMiniType>);
  /** What is checked, where it is not just the fields' texts. */
  bodyOf?: (values: Values<Name>, form: FormData) => unknown;
  /** Complaints the schema cannot know of. */
  alsoCheck?: (values: Values<Name>) => FieldErrors<Name>;
  /** The field that a problem's code belongs to. */
  byCode?: Readonly<Record<string, Name>>;
  send: (values: Values<Name>, form: FormData) => Promise<void>;
  /** Told of a failure; `fields` are those that took it on. */
  onFailure: (error: unknown, fields: readonly Name[]) => void;
}

/**
 * A form of a few texts. The fields keep their own values, as in every browser; they are checked when the form is sent,
 * and from then on an invalid field is checked at each change. The generator's form, whose parts follow its values
 * while it is filled in, uses `live-form.ts`.
 */
export function useTextForm<Name extends string>(options: TextFormOptions<Name>) {
  const { fields, schema, byCode = {}, send, onFailure } = options;
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const loaded = useRef<z.ZodMiniType>(undefined);

  /** Loads what checks the form: no page needs it before its form is touched. */
  const load = async (): Promise<void> => {
    if (typeof schema === 'function') loaded.current ??= await schema();
    checks ??= await import('@easel/contracts/kernel/complaints');
  };

  /** Where the checks could not be loaded only `alsoCheck` complains: the server checks all that is sent. */
  const check = (values: Values<Name>, data: FormData): FieldErrors<Name> => {
    const shape = typeof schema === 'function' ? loaded.current : schema;
    return {
      ...options.alsoCheck?.(values),
      ...(shape && checks?.complaintsOf<Name>(shape, options.bodyOf?.(values, data) ?? values)),
    };
  };

  const complain = (form: HTMLFormElement, complaints: FieldErrors<Name>) => {
    setErrors(complaints);
    const first = fields.find((name) => complaints[name]);
    const input = first && form.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  };

  async function submit(form: HTMLFormElement): Promise<void> {
    if (sending.current) return;
    const data = new FormData(form);
    const values = textsOf(fields, data);
    sending.current = true;
    try {
      await load().catch(() => {});
      const complaints = check(values, data);
      if (Object.keys(complaints).length > 0) return complain(form, complaints);
      setErrors({});
      setBusy(true);
      await send(values, data);
    } catch (error) {
      const refused = refusedFields(error, fields, byCode);
      complain(form, refused);
      onFailure(
        error,
        fields.filter((name) => refused[name]),
      );
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    /** Of the form element. */
    props: {
      noValidate: true,
      // So that sending it waits for nothing.
      onFocus: () => void load().catch(() => {}),
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onInput: (event: { currentTarget: HTMLFormElement }) => {
        const complained = fields.filter((name) => errors[name]);
        if (complained.length === 0) return;
        const data = new FormData(event.currentTarget);
        const now = check(textsOf(fields, data), data);
        setErrors(
          Object.fromEntries(complained.flatMap((name) => (now[name] ? [[name, now[name]]] : []))) as typeof errors,
        );
      },
    },
    /** Takes the complaints back, where what was typed is given up. */
    forgive: () => setErrors({}),
    /** Of a field. */
    field: (name: Name) => ({ name, error: errors[name] }),
  };
}

const textsOf = <Name extends string>(fields: readonly Name[], data: FormData): Values<Name> =>
  Object.fromEntries(fields.map((name) => [name, textOf(data.get(name))])) as Values<Name>;

const textOf = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? value : '');
