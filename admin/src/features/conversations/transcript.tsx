import type { WholeConversation } from '@easel/contracts/chat/console.http';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Time } from '../../ui/time.tsx';
import { NoAnswerMark } from './conversation-marks.tsx';

type Message = WholeConversation['transcript'][number];

/** Shows a conversation as a chat: the member's messages on the left, the assistant's on the right. */
export function Transcript({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return <Typography color="text.secondary">There are no messages.</Typography>;
  return (
    <Stack component="ol" aria-label="Messages" sx={{ listStyle: 'none', m: 0, p: 0, gap: 2 }}>
      {messages.map((message) => (
        <Bubble key={message.id} message={message} />
      ))}
    </Stack>
  );
}

function Bubble({ message }: { message: Message }) {
  const isNova = message.speaker === 'nova';
  return (
    <Box
      component="li"
      sx={{ alignSelf: isNova ? 'flex-end' : 'flex-start', maxWidth: 'min(64ch, 92%)', minWidth: 'min(24ch, 92%)' }}
    >
      <Typography variant="caption" color="text.secondary">
        {isNova ? 'Nova' : 'Member'} · <Time at={message.at} exact />
      </Typography>
      <Box
        dir="auto"
        sx={{
          p: 1.5,
          borderRadius: 2,
          border: 1,
          borderColor: 'divider',
          bgcolor: isNova ? 'action.hover' : 'background.paper',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {message.content}
      </Box>
      {isNova && <Below message={message} />}
    </Box>
  );
}

/** Topic and suggestions of an answer. */
function Below({ message: { unanswered, topic, suggestions } }: { message: Message }) {
  return (
    <Stack sx={{ mt: 0.5, gap: 0.5 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {unanswered && <NoAnswerMark />}
        {topic !== null && <Chip size="small" variant="outlined" label={`Topic: ${topic}`} />}
      </Stack>
      {suggestions.length > 0 && (
        <Typography variant="caption" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          Offered: <bdi>{suggestions.join(' · ')}</bdi>
        </Typography>
      )}
    </Stack>
  );
}
