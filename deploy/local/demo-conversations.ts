interface DemoQuestion {
  asks: string;
  answer: string;
  /** Of the knowledge base; null where the assistant has no answer. */
  topic: string | null;
}

interface DemoConversation {
  /** User name of the member who asks. */
  from: string;
  questions: readonly DemoQuestion[];
}

export const demoConversations: readonly DemoConversation[] = [
  {
    from: 'mira',
    questions: [
      {
        asks: 'how do i change my password',
        answer: 'Open your profile and choose Change Password. You need your current password for it.',
        topic: 'account.password',
      },
      {
        asks: 'and can my class share one account?',
        answer: 'I do not know. You can write to us, and a person answers.',
        topic: null,
      },
    ],
  },
  {
    from: 'jonas',
    questions: [
      {
        asks: 'Do you print on skateboards?',
        answer: 'I do not know. You can write to us, and a person answers.',
        topic: null,
      },
    ],
  },
];
