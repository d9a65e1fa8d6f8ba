import { messagesHttp } from '@easel/contracts/messages/http';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deviceOf } from '../../lib/user-agent.ts';
import { button, complaintOf, server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import ContactPage from './contact-page.tsx';
import ReportBugPage from './report-bug-page.tsx';
import ReportFeaturePage from './report-feature-page.tsx';

withFakeServer();

const forms = [
  {
    what: 'contact',
    page: <ContactPage />,
    send: 'Send message',
    missing: {
      Name: 'Please enter your name',
      Email: 'Please enter your email address',
      Subject: 'Please enter a subject',
      Message: 'Please enter a message',
    },
    typed: { Name: 'Mira', Email: 'mira@example.org', Subject: 'Hello', Message: 'A question' },
    success: "Message sent successfully! We'll get back to you soon.",
    failure: 'Failed to send message. Please try again.',
    sent: { message_type: 'contact', sender_name: 'Mira', subject: 'Hello', priority: 'normal' },
  },
  {
    what: 'feature',
    page: <ReportFeaturePage />,
    send: 'Submit request',
    missing: { Title: 'Please enter a title', Description: 'Please describe your idea' },
    typed: { Title: 'Layers', Description: 'I miss them' },
    success: "Feature request submitted successfully! We'll review your suggestion.",
    failure: 'Failed to submit feature request. Please try again.',
    sent: { message_type: 'feature', sender_email: '', subject: 'Layers' },
  },
  {
    what: 'bug',
    page: <ReportBugPage />,
    send: 'Submit report',
    missing: { Title: 'Please enter a title', Description: 'Please describe what went wrong' },
    typed: { Title: 'It broke', Description: 'All of it' },
    success: 'Bug report submitted successfully! We will investigate this issue.',
    failure: 'Failed to submit bug report. Please try again.',
    sent: { message_type: 'bug', sender_email: '', subject: 'It broke' },
  },
];

describe.each(forms)('the $what form', ({ page, send, missing, typed, success, failure, sent }) => {
  async function filledIn() {
    const user = show(page);
    for (const [label, text] of Object.entries(typed))
      await user.type(screen.getByRole('textbox', { name: label }), text);
    await user.click(button(send));
  }

  test('says what is missing, and asks nobody', async () => {
    const user = show(page);
    await user.click(button(send));
    for (const [label, words] of Object.entries(missing)) {
      expect(screen.getByRole('textbox', { name: label }).getAttribute('aria-invalid')).toBe('true');
      expect(screen.getByText(words)).toBeTruthy();
    }
    expect(server.calls).toEqual([]);
  });

  test('takes no address that is none', async () => {
    const user = show(page);
    await user.type(screen.getByLabelText(/^Email/), 'mira');
    await user.click(button(send));
    expect(complaintOf(/^Email/)).toContain('Please enter a valid email address');
  });

  test('refused, stays as it was filled in', async () => {
    server.refuse(messagesHttp.submit, problems.tooMany);
    await filledIn();
    expect(await screen.findByText(failure)).toBeTruthy();
    expect(screen.getByText(problems.tooMany.message)).toBeTruthy();
    for (const [label, text] of Object.entries(typed)) {
      expect(screen.getByRole('textbox', { name: label })).toHaveProperty('value', text);
    }
  });

  test('sent, thanks and leads home', async () => {
    server.reply(messagesHttp.submit, { success: true, id: 'm1' });
    await filledIn();
    expect(await screen.findByText(success)).toBeTruthy();
    expect(await screen.findByText('at /')).toBeTruthy();
    expect(server.calls[0]?.body).toMatchObject({ source_page: '/here', ...sent });
  });
});

test('a bug report names this browser once it is being filled in', async () => {
  const user = show(<ReportBugPage />);
  const browser = screen.getByLabelText<HTMLInputElement>('Browser (optional)');
  expect(browser.value).toBe('');
  await user.type(screen.getByLabelText('Title'), 'It broke');
  await waitFor(() => expect(browser.value).toBe(deviceOf(navigator.userAgent).name));
});
