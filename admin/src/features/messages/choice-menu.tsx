import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';

interface Props<Value> {
  label: string;
  choices: readonly { value: Value; name: string; key?: string }[];
  onChoose: (value: Value, name: string) => void;
  disabled?: boolean;
}

/** A button that opens its choices, each with its key, where it has one. Disabled it keeps the focus that it has. */
export function ChoiceMenu<Value extends string | null>({ label, choices, onChoose, disabled = false }: Props<Value>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <Button
        id={id}
        size="small"
        variant="outlined"
        color="inherit"
        aria-disabled={disabled}
        endIcon={<ArrowDropDown />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          if (!disabled) setAnchor(event.currentTarget);
        }}
        sx={{ borderColor: 'divider', whiteSpace: 'nowrap', ...(disabled && { color: 'text.disabled' }) }}
      >
        {label}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': id, dense: true } }}
      >
        {choices.map(({ value, name, key }) => (
          <MenuItem
            key={value ?? ''}
            onClick={() => {
              setAnchor(null);
              onChoose(value, name);
            }}
            sx={{ justifyContent: 'space-between', gap: 3 }}
          >
            {name}
            {key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
