import { SQL_MAX } from '@easel/contracts/columns/policy';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { ReactNode, RefObject } from 'react';
import { AsOfField } from '../../ui/as-of-field.tsx';

interface Props {
  sql: string;
  /** A position, or an instant; empty: now. */
  asOf: string;
  field: RefObject<HTMLTextAreaElement | null>;
  isRunning: boolean;
  onSql: (sql: string) => void;
  onAsOf: (asOf: string) => void;
  onRun: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** A statement, and as of where it is asked. */
export function StatementCard({ sql, asOf, field, isRunning, onSql, onAsOf, onRun, onCancel, children }: Props) {
  const isEmpty = visibleText(sql) === '';
  return (
    <Card>
      <CardContent>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isEmpty && !isRunning) onRun();
          }}
        >
          <TextField
            label="Statement"
            multiline
            minRows={6}
            maxRows={20}
            value={sql}
            inputRef={field}
            helperText="One SELECT. Ctrl+Enter runs it."
            onChange={(event) => onSql(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.currentTarget.closest('form')?.requestSubmit();
            }}
            slotProps={{
              htmlInput: { maxLength: SQL_MAX, spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off' },
              input: { sx: { fontFamily: 'monospace', fontSize: 14, lineHeight: 1.5 } },
            }}
          />
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
            <AsOfField value={asOf} onChange={onAsOf} />
            <Button
              type="submit"
              variant="contained"
              startIcon={<PlayArrow />}
              loading={isRunning}
              loadingPosition="start"
              disabled={isEmpty}
              sx={{ mt: 1, height: 40 }}
            >
              Run
            </Button>
            {isRunning && (
              <Button onClick={onCancel} sx={{ mt: 1, height: 40 }}>
                Cancel
              </Button>
            )}
            {children}
          </Stack>
        </form>
      </CardContent>
    </Card>
  );
}
