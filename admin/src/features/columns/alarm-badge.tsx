import Box from '@mui/material/Box';
import { Unseen } from '../../ui/unseen.tsx';
import { isRinging, useSavedQueries } from './saved-queries.ts';

/** How many alarms are to be looked at, beside the menu's entry. */
export function AlarmBadge() {
  const { data } = useSavedQueries();
  const ringing = data?.queries.filter(isRinging).length ?? 0;
  if (ringing === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        px: 0.75,
        borderRadius: 2,
        fontSize: 12,
        lineHeight: '20px',
        bgcolor: 'error.main',
        color: 'error.contrastText',
      }}
    >
      {ringing}
      <Unseen> {ringing === 1 ? 'alarm' : 'alarms'}</Unseen>
    </Box>
  );
}
