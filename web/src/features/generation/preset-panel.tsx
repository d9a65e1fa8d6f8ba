import type { LiveForm } from '../../lib/live-form.ts';
import type { FormChanges } from './form-sources.ts';
import { formOfPreset } from './preset-sources.ts';
import type { GeneratorForm } from './generator-form.ts';
import styles from './menu.module.css';
import { PresetList } from './preset-list.tsx';
import { PresetSaver } from './preset-saver.tsx';

export interface PresetPanelProps {
  form: LiveForm<GeneratorForm>;
  onApply: (changes: FormChanges, message?: string) => void;
}

/** What is kept, to be picked, and a field to keep what the form has now. */
export default function PresetPanel({ form, onApply }: PresetPanelProps) {
  return (
    <div className={styles.menu}>
      <div className={styles.head}>
        <p className={styles.title}>Presets</p>
      </div>
      <PresetList onPick={(preset) => onApply(formOfPreset(preset), `Preset “${preset.name}” applied`)} />
      <PresetSaver valuesOf={() => form.getValues()} />
    </div>
  );
}
