import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** A part of a record’s page, with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading}>
      <CardContent>
        <Typography id={heading} variant="h2" gutterBottom>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}

/** Keeps what a member typed from turning other text around. */
export const Given = ({ text }: { text: string }) => <bdi dir="auto">{text === '' ? '–' : text}</bdi>;
