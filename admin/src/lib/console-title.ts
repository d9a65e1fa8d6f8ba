import { brand } from '@easel/contracts/brand';

export const CONSOLE_TITLE = `${brand.name} console`;

/** As the browser's tab and its history call a page. */
export const tabTitle = (page: string): string => `${page} · ${CONSOLE_TITLE}`;
