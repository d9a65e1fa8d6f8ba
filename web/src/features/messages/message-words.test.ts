import { complaintsOf } from '@easel/contracts/kernel/complaints';
import { describe, expect, test } from 'vitest';
import { bugForm, contactForm, featureForm, withChoices } from './message-words.ts';

describe('what is complained of', () => {
  const nothing = { sender_name: ' ', sender_email: '', subject: '\u200b', message_content: '\u3164' };

  test('in a feature request is a missing title and description alone', () => {
    expect(complaintsOf(featureForm, nothing)).toEqual({
      subject: 'Please enter a title',
      message_content: 'Please describe your idea',
    });
  });

  test('in a bug report, too', () => {
    expect(complaintsOf(bugForm, nothing)).toEqual({
      subject: 'Please enter a title',
      message_content: 'Please describe what went wrong',
    });
  });

  test('in a contact message is whatever is missing', () => {
    expect(complaintsOf(contactForm, nothing)).toEqual({
      sender_name: 'Please enter your name',
      sender_email: 'Please enter your email address',
      subject: 'Please enter a subject',
      message_content: 'Please enter a message',
    });
  });

  test.each([featureForm, bugForm, contactForm])('is an address that is none', (schema) => {
    const said = { sender_name: 'Ada', subject: 's', message_content: 'm' };
    expect(complaintsOf(schema, { ...said, sender_email: 'ada@' })).toEqual({
      sender_email: 'Please enter a valid email address',
    });
    expect(complaintsOf(schema, { ...said, sender_email: ' ada@example.org ' })).toEqual({});
  });
});

test('choices stand above the text, those left blank nowhere', () => {
  expect(withChoices({ Category: 'Editing', Browser: ' ' }, ' It broke\n')).toBe('Category: Editing\n\nIt broke');
  expect(withChoices({}, 'It broke')).toBe('It broke');
});
