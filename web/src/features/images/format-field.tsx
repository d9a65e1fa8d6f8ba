import { downloadFormats, type DownloadFormat } from '@easel/contracts/downloads/policy';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import styles from './format-field.module.css';

interface FormatFieldProps {
  /** Those of the plan. */
  formats: readonly DownloadFormat[];
  format: DownloadFormat;
  disabled: boolean;
  onChange: (format: DownloadFormat) => void;
}

/** In which format a file is wanted; the same wherever one is. */
export function FormatField({ formats, format, disabled, onChange }: FormatFieldProps) {
  return (
    <div className={styles.formats}>
      <ChoiceGroup legend="Format" layout="chips">
        {formats.map((one) => (
          <Choice
            key={one}
            name="format"
            value={one}
            checked={one === format}
            disabled={disabled}
            onChange={() => onChange(one)}
          >
            <span className={styles.format}>{one.toUpperCase()}</span>
          </Choice>
        ))}
      </ChoiceGroup>
      {formats.length < downloadFormats.length && <PageLink to="/pricing">More with another plan</PageLink>}
    </div>
  );
}
