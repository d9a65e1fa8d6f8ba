import { Bookmark } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { Popover } from '../../ui/popover.tsx';
import { formOfPreset, type FormChanges } from './form-sources.ts';
import type { GeneratorForm } from './generator-form.ts';
import styles from './menu.module.css';
import { PresetList } from './preset-list.tsx';
import { PresetSaver } from './preset-saver.tsx';

interface PresetMenuProps {
  form: UseFormReturn<GeneratorForm>;
  onApply: (changes: FormChanges, message?: string) => void;
}

/** Settings that the member keeps under a name. */
export function PresetMenu({ form, onApply }: PresetMenuProps) {
  return (
    <Popover label="Presets" icon={<Bookmark size={20} />}>
      {(close) => (
        <div className={styles.menu}>
          <div className={styles.head}>
            <p className={styles.title}>Presets</p>
          </div>
          <PresetList
            onPick={(preset) => {
              close();
              onApply(formOfPreset(preset), `Preset “${preset.name}” applied`);
            }}
          />
          <PresetSaver valuesOf={form.getValues} />
        </div>
      )}
    </Popover>
  );
}
