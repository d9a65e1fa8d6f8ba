import { brand } from '@easel/contracts/brand';
import { ESCALATE_AFTER_MS } from '@easel/contracts/messages/policy';
import { formatNumber } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';

const REPLY = `within ${formatNumber(ESCALATE_AFTER_MS / 3_600_000)} hours`;

/** Nova itself, and the people behind it. spec: rulings "Nova". */
export const support: Topic = {
  area: 'features',
  entries: [
    {
      id: 'support.contact',
      title: 'How do I reach a person?',
      phrases: [
        'contact support',
        'talk to a human',
        'speak to a real person',
        'customer service',
        'support email',
        'phone number hotline',
        'how quickly do you answer',
        'write to you',
        'help from your team',
        'live chat with an agent',
        'complaint',
      ],
      answer: () => `Write to us by the contact form: people read it and reply by email, ${REPLY}.`,
      links: ['/contact'],
      next: ['support.bug', 'support.feature'],
    },
    {
      id: 'support.bug',
      title: 'How do I report a bug?',
      phrases: [
        'report a bug',
        'something is broken',
        'error message',
        'the site has a problem',
        'found a mistake',
        'strange behaviour',
        'this does not work',
        'it crashed',
      ],
      answer: () =>
        'Report a Bug takes what happened, where, and how bad it is. If you leave your address, we can ask back.',
      links: ['/report-bug'],
      next: ['support.contact', 'technical.slow'],
    },
    {
      id: 'support.feature',
      title: 'How do I suggest a feature?',
      phrases: [
        'request a feature',
        'suggestion',
        'idea for improvement',
        'i miss a function',
        'wish list',
        'feedback',
        'roadmap of new features',
      ],
      answer: () =>
        'Request a Feature takes your idea, and how much it matters to you. Those who build the site read it.',
      links: ['/report-feature'],
      next: ['support.bug', 'support.contact'],
    },
    {
      id: 'support.about',
      title: `What is ${brand.name}?`,
      phrases: [
        'what is this site',
        'about the company',
        'who are you as a company',
        'what can i do here',
        'mission and story',
        'list of features',
        'overview of functions',
        'what is this service for',
      ],
      answer: () =>
        `${brand.name} is a studio for pictures that begin as words. You make them, keep them in your gallery, publish and sell them, have them printed, and enter monthly challenges.`,
      links: ['/about', '/generator'],
      next: ['making.start', 'plans.compare', 'community.gallery'],
    },
    {
      id: 'nova.who',
      title: 'Who are you?',
      phrases: [
        'who are you',
        'are you a robot',
        'are you human',
        'are you a real person',
        'are you an ai',
        'is this a bot',
        'what is your name',
        'assistant',
      ],
      answer: () =>
        'I am Nova, an automated assistant. My answers are written by people and found by your words; figures come from the price list and from your account. For everything else there are people at the contact form.',
      links: ['/contact'],
      next: ['nova.can', 'nova.privacy', 'support.contact'],
    },
    {
      id: 'nova.can',
      title: 'What can you help with?',
      phrases: [
        'what can you do',
        'help',
        'help me',
        'what can i ask you',
        'topics you know',
        'list of questions',
        'menu',
      ],
      answer: () =>
        'Ask me about making images, challenges, plans and credits, downloads and prints, your gallery, your account, or other members. I can also tell your balance, plan, limits, orders and earnings, and lead you to a page.',
      links: [],
      next: ['making.start', 'plans.price', 'own.balance', 'challenges.what'],
    },
    {
      id: 'nova.privacy',
      title: 'Is our conversation kept?',
      phrases: [
        'is this chat recorded',
        'conversation stored',
        'who reads this chat',
        'delete our conversation',
        'chat history privacy',
        'are my questions saved',
      ],
      answer: () =>
        'Yes: what we say is kept encrypted with your own key, so that support can help and see which questions have no answer yet. It goes with your account. This browser keeps it until you sign out or close the tab.',
      links: ['/privacy-policy'],
      next: ['account.privacy', 'nova.who'],
    },
    {
      id: 'nova.hello',
      title: 'Hello',
      phrases: ['hello', 'good morning', 'good evening', 'hi there', 'hey nova', 'how are you', 'greetings'],
      answer: () => 'Hello! What would you like to know?',
      links: [],
      next: ['making.start', 'own.balance', 'plans.price', 'nova.can'],
    },
    {
      id: 'nova.thanks',
      title: 'Thank you',
      phrases: ['thank you', 'thanks a lot', 'great help', 'bye', 'goodbye', 'perfect that helped', 'awesome cool'],
      answer: () => 'You are welcome. Ask whenever you like.',
      links: [],
      next: ['nova.can', 'making.start'],
    },
  ],
};
