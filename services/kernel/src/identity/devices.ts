import { timingSafeEqual } from 'node:crypto';
import { parseCookie } from 'cookie';
import { randomBytes } from '../server/chance.ts';
import type { Sealer } from './sealing.ts';

/** The longest that browsers keep a cookie. */
export const DEVICE_DAYS = 400;

const NAME = /^easel_device_([0-9a-f]{16})$/;
const VALUE = /^([\w-]{22})\.(\d{1,9})\.([0-9a-f]{64})$/;
/** More are not looked at: a header may hold thousands. */
const MOST_COOKIES = 16;

/**
 * Browsers that have signed in to an account before. Each is known by a cookie of its own for each of its members,
 * signed, so that none can be made up; `epoch` is the member's, and raising it forgets all of the member's browsers.
 */
export class Devices {
  constructor(private readonly sealer: Sealer) {}

  /** A cookie that makes this browser a known one of the member's; the one it has stays as it is. */
  issue(memberId: string, epoch: number, cookieHeader: string | undefined): { name: string; value: string } {
    const reference = this.referenceOf(memberId);
    const id = this.find(memberId, epoch, cookieHeader) ?? randomBytes(16).toString('base64url');
    return { name: `easel_device_${reference}`, value: `${id}.${epoch}.${this.sign(reference, id, epoch)}` };
  }

  /** The browser's id, where it has signed in to this member's account before. */
  find(memberId: string, epoch: number, cookieHeader: string | undefined): string | undefined {
    const reference = this.referenceOf(memberId);
    return this.known(cookieHeader).find((device) => device.reference === reference && device.epoch === epoch)?.id;
  }

  /** The browser's id, whichever account it has signed in to. */
  any(cookieHeader: string | undefined): string | undefined {
    return this.known(cookieHeader)[0]?.id;
  }

  private known(cookieHeader: string | undefined): { reference: string; id: string; epoch: number }[] {
    if (!cookieHeader) return [];
    return Object.entries(parseCookie(cookieHeader))
      .flatMap(([name, value = '']) => {
        const reference = NAME.exec(name)?.[1];
        return reference === undefined ? [] : [{ reference, value }];
      })
      .slice(0, MOST_COOKIES)
      .flatMap(({ reference, value }) => {
        const [, id, epochText, signature] = VALUE.exec(value) ?? [];
        if (id === undefined || signature === undefined) return [];
        const epoch = Number(epochText);
        const expected = Buffer.from(this.sign(reference, id, epoch));
        return timingSafeEqual(Buffer.from(signature), expected) ? [{ reference, id, epoch }] : [];
      });
  }

  /** Tells nobody who the member is. */
  private referenceOf(memberId: string): string {
    return this.sealer.digest('device member', memberId).slice(0, 16);
  }

  private sign(reference: string, id: string, epoch: number): string {
    return this.sealer.digest('device', `${reference}.${id}.${epoch}`);
  }
}
