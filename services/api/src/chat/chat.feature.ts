import { conversationStream } from '@easel/contracts/chat/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { ChatController } from './chat.controller.ts';
import { conversation } from './conversation.decider.ts';
import { OwnChatStates } from './own-chat-state.ts';

export const chatFeature = feature({
  stream: conversationStream,
  decider: conversation,
  routes: [ChatController],
  providers: [OwnChatStates],
});
