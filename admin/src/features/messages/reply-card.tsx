import { visibleText } from '@easel/contracts/kernel/visible-text';
import { REPLY_MAX } from '@easel/contracts/messages/policy';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Message } from './message.ts';

interface Props {
  message: Message;
  text: string;
  busy: boolean;
  problem: string | undefined;
  onText: (text: string) => void;
  onSend: () => void;
}

/** The answer by mail; a draft stays in this tab until it is sent. */
export function ReplyCard({ message: { anonymous, status, replies }, text, busy, problem, onText, onSend }: Props) {
  const hindrance = anonymous
    ? 'The sender gave no address: nobody can be answered.'
    : status === 'spam'
      ? 'Spam is not answered. Take it up again first.'
      : undefined;
  const canSend = !busy && hindrance === undefined && visibleText(text) !== '';
  return (
    <Card component="section" aria-labelledby="reply-title">
      <CardContent>
        <Typography id="reply-title" variant="h2" gutterBottom>
          Reply by mail
        </Typography>
        {(hindrance !== undefined || replies > 0) && (
          <Typography variant="body2" color="text.secondary">
            {hindrance ?? 'It has been answered before.'}
          </Typography>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSend) onSend();
          }}
        >
          <TextField
            label="Reply"
            multiline
            minRows={5}
            maxRows={20}
            value={text}
            disabled={hindrance !== undefined || busy}
            helperText={hindrance === undefined ? 'Ctrl+Enter sends.' : undefined}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canSend) return;
              event.preventDefault();
              onSend();
            }}
            slotProps={{ htmlInput: { maxLength: REPLY_MAX } }}
          />
          {problem !== undefined && (
            <Alert severity="error" role="alert" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
          <Stack direction="row" sx={{ gap: 1, mt: 1, alignItems: 'center' }}>
            <Button type="submit" variant="contained" size="small" disabled={!canSend} loading={busy}>
              Send
            </Button>
            {text !== '' && (
              <Typography variant="body2" color="text.secondary">
                {text.length} of {REPLY_MAX} characters
              </Typography>
            )}
          </Stack>
        </form>
      </CardContent>
    </Card>
  );
}
