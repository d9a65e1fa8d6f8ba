import Chip from '@mui/material/Chip';
import { formatCount } from '../../ui/money.tsx';

/** Says how many questions of a conversation have no answer; nothing where all have one. */
export const UnansweredMark = ({ count }: { count: number }) =>
  count > 0 && <Chip size="small" color="warning" variant="outlined" label={`${formatCount(count)} unanswered`} />;

export const NoAnswerMark = () => <Chip size="small" color="warning" variant="outlined" label="No answer" />;
