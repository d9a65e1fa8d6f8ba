import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { preset as presetSchema } from '@easel/contracts/members/presets.http';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { presetSettingsOf } from './preset-sources.ts';
import type { GeneratorForm } from './generator-form.ts';
import styles from './menu.module.css';
import { usePresets, useSavePreset } from './presets.ts';

/** Keeps the form's settings under a name; a name that is taken is written over. */
export function PresetSaver({ valuesOf }: { valuesOf: () => GeneratorForm }) {
  const { data } = usePresets();
  const save = useSavePreset();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const freshId = useRef<string | null>(null);

  const keep = (event: { preventDefault(): void }) => {
    event.preventDefault();
    const checked = presetSchema.shape.name.safeParse(name);
    if (!checked.success) {
      setProblem(checked.error.issues[0]?.message);
      return;
    }
    // The same id for the repeats of one request, so that it is kept once.
    freshId.current ??= crypto.randomUUID();
    const id = data?.presets.find((known) => known.name === checked.data)?.id ?? freshId.current;
    save.mutate(
      { body: { id, name: checked.data, settings: presetSettingsOf(valuesOf()) } },
      {
        onSuccess: () => {
          freshId.current = null;
          setName('');
          toast.success(`Preset “${checked.data}” saved`);
        },
        onError: (error) => setProblem(messageOf(error, 'The preset could not be saved')),
      },
    );
  };

  return (
    <form className={styles.save} noValidate onSubmit={keep}>
      <TextField
        label="Keep these settings as"
        value={name}
        autoComplete="off"
        maxLength={60}
        error={problem}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" busy={save.isPending}>
        Save
      </Button>
    </form>
  );
}
