import Box from '@mui/material/Box';
import { sparkPath } from './spark-path.ts';

const WIDTH_PX = 84;
const HEIGHT_PX = 24;
const ROOM_PX = 2;

/** How a number went; `text` says it to those who do not see it. */
export function Sparkline({ values, text }: { values: readonly number[]; text: string }) {
  return (
    <Box
      component="svg"
      role="img"
      aria-label={text}
      width={WIDTH_PX + 2 * ROOM_PX}
      height={HEIGHT_PX + 2 * ROOM_PX}
      viewBox={`${-ROOM_PX} ${-ROOM_PX} ${WIDTH_PX + 2 * ROOM_PX} ${HEIGHT_PX + 2 * ROOM_PX}`}
      sx={{ display: 'block', color: 'text.secondary', fill: 'none', stroke: 'currentColor' }}
    >
      <path d={sparkPath(values, WIDTH_PX, HEIGHT_PX)} strokeWidth={1.5} strokeLinejoin="round" strokeLinecap="round" />
    </Box>
  );
}
