import type { Generation } from '../generation/http.ts';
import type { Carrier } from '../kernel/client/client.ts';
import type { Person } from '../people/http.ts';

/** A page as a visitor sees it first: parts of a document, and what it was made from. */
export interface RenderedPage {
  /** What belongs in the document's head: title, description, pictures to be fetched first. */
  head: string;
  /** Of the app's root. */
  body: string;
  /** JSON, safe inside a script element: what was read for the page. */
  data: string;
  /** Whether everything that was asked for came. */
  whole: boolean;
  about: {
    /** The picture whose page it is. */
    picture: Generation | null;
    /** The person whose page it is. */
    person: Person | null;
  };
}

/** What the app's build offers to the server that sends its pages. */
export interface PageRenderer {
  /** Has what pages ask for answered so. */
  answerBy(carrier: Carrier): void;
  /** Renders the page at an address (path and query); null where what the address names is not there. */
  renderPage(address: string): Promise<RenderedPage | null>;
}
