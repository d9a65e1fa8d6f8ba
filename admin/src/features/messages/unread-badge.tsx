import { messagesHttp } from '@easel/contracts/messages/http';
import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMoved } from '../../lib/live.ts';

const queryKey = ['messages', 'counts'];
/** Read out, not seen. */
const UNSEEN = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' };

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
      <Box component="span" sx={UNSEEN}>
        {' '}
        unread
      </Box>
    </Box>
  );
}
