import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { MessagePriority, MessageStatus, MessageType } from '@easel/contracts/messages/policy';

interface DemoOperator {
  name: string;
  email: string;
  role: OperatorRole;
  password: string;
}

/** Passwords here are public, as those of the demo world's members are. The admin is in the environment. */
const password = 'easel-demo';

export const demoOperators: readonly [DemoOperator, ...DemoOperator[]] = [
  { name: 'Sora Support', email: 'support@easel.local', role: 'support', password },
  { name: 'Anton Analyst', email: 'analyst@easel.local', role: 'analyst', password },
  { name: 'Aude Auditor', email: 'auditor@easel.local', role: 'auditor', password },
];

export interface DemoMessage {
  /** User name of the member who wrote it; without one it came from nobody known. */
  from?: string;
  message_type: Exclude<MessageType, 'report'>;
  subject: string;
  message_content: string;
  priority: MessagePriority;
  /** What became of it, by the one who answers messages. */
  triage?: { status?: MessageStatus; priority?: MessagePriority; mine?: boolean; reason: string };
  reply?: string;
}

export const demoMessages: readonly DemoMessage[] = [
  {
    from: 'mira',
    message_type: 'feature',
    subject: 'Albums for my pictures',
    message_content: 'I would like to put pictures into albums and share a whole album with one link.',
    priority: 'medium',
    triage: { status: 'in_progress', mine: true, reason: 'asked for by three people now' },
  },
  {
    from: 'jonas',
    message_type: 'feature',
    subject: 'Keyboard shortcuts in the gallery',
    message_content: 'Arrow keys to move and F for the full size would save me a lot of clicking.',
    priority: 'normal',
  },
  {
    message_type: 'feature',
    subject: 'A darker dark theme',
    message_content: 'On my screen the dark theme is still quite bright in the evening.',
    priority: 'normal',
  },
  {
    from: 'aiko',
    message_type: 'bug',
    subject: 'Download starts twice',
    message_content: 'Severity: high\n\nWhen I double-click on Download, the file is saved twice.',
    priority: 'medium',
    triage: { priority: 'high', mine: true, reason: 'seen on two browsers' },
  },
  {
    from: 'mira',
    message_type: 'bug',
    subject: 'The prompt is cut off on my phone',
    message_content: 'Severity: low\n\nOn a small screen the last line of a long prompt cannot be read.',
    priority: 'normal',
    triage: { status: 'resolved', reason: 'mended with the last release' },
  },
  {
    from: 'jonas',
    message_type: 'bug',
    subject: 'Seed is forgotten',
    message_content: 'Severity: medium\n\nAfter a failed generation the seed I had typed in is empty again.',
    priority: 'normal',
  },
  {
    from: 'aiko',
    message_type: 'contact',
    subject: 'An invoice for my top-up',
    message_content: 'Could you send me an invoice with my company’s name for the last top-up?',
    priority: 'normal',
    reply:
      'Thank you for writing. You find every invoice under Plan and billing; your company’s name is on it from now on.',
  },
  {
    from: 'mira',
    message_type: 'contact',
    subject: 'Teaching with Easel',
    message_content: 'I teach art at a school. Is there a plan for a class of thirty?',
    priority: 'normal',
    triage: { status: 'read', reason: 'sales should answer this' },
  },
  {
    message_type: 'contact',
    subject: 'Win a prize today!!!',
    message_content: 'Dear friend, your site was chosen. Write to us at once to collect it.',
    priority: 'normal',
    triage: { status: 'spam', reason: 'unasked advertising' },
  },
];
