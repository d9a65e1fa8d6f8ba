import { messagesHttp } from '@easel/contracts/messages/http';
import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMoved } from '../../lib/live.ts';
import { Unseen } from '../../ui/unseen.tsx';

const queryKey = ['messages', 'counts'];

/** How many messages nobody has opened, beside the menu's entry. */
export function UnreadBadge() {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(messagesHttp.counts, {}, { signal }) });
  useMoved(['messages'], () => void client.invalidateQueries({ queryKey }));
  if (!data || data.unread === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        px: 0.75,
        borderRadius: 2,
        fontSize: 12,
        lineHeight: '20px',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {data.unread > 999 ? '999+' : data.unread}
      <Unseen> unread</Unseen>
    </Box>
  );
}
