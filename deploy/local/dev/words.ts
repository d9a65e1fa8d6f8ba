/** Between `npm run dev` and the platform that it runs as a child process. */
export interface Order {
  readonly number: number;
  readonly restart: readonly string[];
}

/** It serves, and this was the last order that it carried out; 0 before any. */
export interface ServingMessage {
  readonly serving: number;
}

/** What the app is called among the parts. */
export const APP = 'app';

/** Where the platform's process is told the one address that people open. */
export const DEV_ADDRESS = 'EASEL_DEV_ADDRESS';

/** Where the app's process is told the number of the one that it follows, and whose port it takes. */
export const AFTER = 'EASEL_DEV_AFTER';
