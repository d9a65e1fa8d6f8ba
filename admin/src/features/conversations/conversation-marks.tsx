import Chip from '@mui/material/Chip';
import { formatCount } from '../../ui/money.tsx';

/** Shows the number of unanswered questions, if any. */
export const UnansweredMark = ({ count }: { count: number }) =>
  count > 0 && <Chip size="small" color="warning" variant="outlined" label={`${formatCount(count)} unanswered`} />;

export const NoAnswerMark = () => <Chip size="small" color="warning" variant="outlined" label="No answer" />;
