import TextField from '@mui/material/TextField';

const THEME_MAX = 80;
const DESCRIPTION_MAX = 1_000;

export interface ThemeWords {
  theme: string;
  description: string;
}

interface Props {
  words: ThemeWords;
  onChange: (changes: Partial<ThemeWords>) => void;
  isBusy: boolean;
}

/** The texts of a challenge that members see. */
export const ThemeFields = ({ words: { theme, description }, onChange, isBusy }: Props) => (
  <>
    <TextField
      label="Theme"
      required
      value={theme}
      disabled={isBusy}
      onChange={(event) => onChange({ theme: event.target.value })}
      slotProps={{ htmlInput: { maxLength: THEME_MAX } }}
    />
    <TextField
      label="Description"
      required
      multiline
      minRows={3}
      maxRows={10}
      value={description}
      disabled={isBusy}
      helperText="What members should design, in a few sentences"
      onChange={(event) => onChange({ description: event.target.value })}
      slotProps={{ htmlInput: { maxLength: DESCRIPTION_MAX } }}
    />
  </>
);

/** Trims both texts. Throws if one is empty. */
export function neededWords({ theme, description }: ThemeWords): ThemeWords {
  const needed = { theme: theme.trim(), description: description.trim() };
  if (needed.theme === '') throw new Error('Please enter a theme');
  if (needed.description === '') throw new Error('Please describe the challenge');
  return needed;
}
