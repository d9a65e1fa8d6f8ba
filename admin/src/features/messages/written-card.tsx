import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { Assignee, PriorityMark, StatusMark, TypeMark, WaitingMarks, Words } from './marks.tsx';
import type { Message } from './message.ts';
import { mailtoOf, ownAddress } from './own-address.ts';

/** What somebody wrote, as text, and how it stands. */
export function WrittenCard({ message }: { message: Message }) {
  const { subject, status, priority, assignee, sender_name, sender_email, anonymous, member_id } = message;
  const { message_type: type, source_page: page, created_at: at, message_content: content } = message;
  const address = ownAddress(page, window.location.origin);
  return (
    <Card component="article" aria-labelledby="message-subject">
      <CardContent>
        <Typography id="message-subject" variant="h2" sx={{ overflowWrap: 'anywhere', mb: 1 }}>
          <Words>{subject}</Words>
        </Typography>
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 2 }}>
          <StatusMark status={status} />
          <PriorityMark priority={priority} />
          <Assignee id={assignee} />
          <WaitingMarks message={message} />
        </Stack>
        <Facts>
          <Fact name="From">
            <Words>{sender_name}</Words>
            {!anonymous && (
              <>
                {' '}
                <Link href={mailtoOf(sender_email)}>
                  <bdi>{sender_email}</bdi>
                </Link>
              </>
            )}
          </Fact>
          <Fact name="Type">
            <TypeMark type={type} />
          </Fact>
          <Fact name="Sent">
            <Time at={at} />
          </Fact>
          {page !== '' && (
            <Fact name="Written on">
              {address === undefined ? (
                <Words>{page}</Words>
              ) : (
                <Link href={address} target="_blank" rel="noopener noreferrer">
                  {page}
                </Link>
              )}
            </Fact>
          )}
          {member_id !== null && (
            <Fact name="Member">
              <ShortId id={member_id} copy of="member id" />
            </Fact>
          )}
        </Facts>
        <Box
          component="section"
          aria-label="What was written"
          dir="auto"
          sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {content}
        </Box>
      </CardContent>
    </Card>
  );
}
