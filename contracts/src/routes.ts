import { accountHttp } from './account/http.ts';
import { dashboardHttp } from './dashboard/http.ts';
import { galleryHttp } from './gallery/http.ts';
import { generationHttp } from './generation/http.ts';
import { healthHttp } from './kernel/health.http.ts';
import type { Route } from './kernel/http.ts';
import { mailHttp } from './mail/http.ts';
import { membersHttp } from './members/http.ts';
import { presetsHttp } from './members/presets.http.ts';
import { operatorsHttp } from './operators/http.ts';

/** Every route of the product: what a test walks to see that each is mounted once and guarded as it says. */
export const routes: readonly Route[] = [
  healthHttp,
  membersHttp,
  presetsHttp,
  mailHttp,
  accountHttp,
  generationHttp,
  galleryHttp,
  dashboardHttp,
  operatorsHttp,
].flatMap((feature) => Object.values<Route>(feature));
