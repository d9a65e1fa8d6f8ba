/** `report`: of a picture or a person that should not be shown. */
export const messageTypes = ['feature', 'bug', 'contact', 'report'] as const;
export type MessageType = (typeof messageTypes)[number];

export const messagePriorities = ['normal', 'medium', 'high'] as const;
export type MessagePriority = (typeof messagePriorities)[number];

/** `replied`: the sender has our answer; `resolved` and `spam` close a message. */
export const messageStatuses = ['unread', 'read', 'in_progress', 'replied', 'resolved', 'spam'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Where an operator may put a message that stands there. Only a reply makes it `replied`. */
export const statusMoves: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  unread: ['read', 'in_progress', 'resolved', 'spam'],
  read: ['unread', 'in_progress', 'resolved', 'spam'],
  in_progress: ['unread', 'read', 'resolved', 'spam'],
  replied: ['in_progress', 'resolved'],
  resolved: [],
  spam: [],
};

/** A triage back to where it came from is always open: it is how a triage is undone. */
export const mayMove = (from: MessageStatus, to: MessageStatus, cameFrom: MessageStatus | null): boolean =>
  from === to || to === cameFrom || statusMoves[from].includes(to);

/** The sender waits for us: nobody has answered or closed it. */
export const waitingStatuses: readonly MessageStatus[] = ['unread', 'read', 'in_progress'];
/** From these it is taken up again with a reason. */
export const reopenableStatuses: readonly MessageStatus[] = ['replied', 'resolved', 'spam'];

/** Messages still unread by then are escalated. spec: public-and-commerce §9 "Support replies". */
export const ESCALATE_AFTER_MS = 24 * 3_600_000;

/** Messages that one bulk triage may name. */
export const TRIAGE_MAX = 100;

export const NAME_MAX = 120;
export const SUBJECT_MAX = 200;
/** What a form takes, and what is sent with the form's choices before it. */
export const FORM_TEXT_MAX = 8_000;
export const CONTENT_MAX = 10_000;
export const REPLY_MAX = 10_000;
export const FILTERS_MAX = 50;

/** Stands where a sender gave no address; nothing is ever mailed there. */
export const ANONYMOUS_EMAIL = 'anonymous@anonymous.invalid';

/** spec: public-and-commerce §5 "Sender defaults". */
export function senderNameOf(type: MessageType, name: string, email: string): string {
  if (name !== '') return name;
  if (type !== 'bug') return 'Anonymous';
  return email === '' ? 'Anonymous Bug Reporter' : `Bug Reporter (${email})`;
}

export const senderEmailOf = (email: string): string => (email === '' ? ANONYMOUS_EMAIL : email);

export const CONTACT_SUBJECT = 'Contact Form Submission';

/**
 * As it is taken from whoever sends it: a contact message is always normal, and so is what is none of the three. A
 * report is always medium: how grave it is, is not the sender's to say.
 */
export function priorityOf(type: MessageType, sent: string | undefined): MessagePriority {
  if (type === 'report') return 'medium';
  return (type !== 'contact' && messagePriorities.find((priority) => priority === sent)) || 'normal';
}

/** What a report gives as its reason. */
export const reportReasons = [
  'Spam or advertising',
  'Hate or harassment',
  'Sexual content',
  'Violence',
  'My picture or my rights',
  'Pretends to be somebody else',
  'Something else',
] as const;

export const featurePriorities = ['low', 'medium', 'high'] as const;
export type FeaturePriority = (typeof featurePriorities)[number];
export const bugSeverities = ['low', 'medium', 'high', 'critical'] as const;
export type BugSeverity = (typeof bugSeverities)[number];

/** spec: public-and-commerce §7 "Priority mapping". */
export const priorityOfFeature = (priority: FeaturePriority): MessagePriority =>
  priority === 'low' ? 'normal' : priority;
export const priorityOfBug = (severity: BugSeverity): MessagePriority =>
  severity === 'critical' ? 'high' : severity === 'high' ? 'medium' : 'normal';
