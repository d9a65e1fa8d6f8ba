import Bowser from 'bowser';

/** What people call them, where the library has another name; by `Mozilla` it means that it does not know. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  Chromium: 'Chrome',
  'Chrome OS': 'ChromeOS',
  Mozilla: '',
};

export interface Device {
  /** 'Firefox on Windows', or as much of it as is known. */
  name: string;
  handheld: boolean;
}

/** Reads from a browser's own words what people call it. */
export function deviceOf(userAgent: string): Device {
  // The library refuses an empty text.
  const { browser, os, platform } = Bowser.parse(userAgent || ' ');
  // What has an engine and no version is an app's window, not the browser that the engine is known by.
  const names = [browser.version && browser.name, os.name === 'iOS' ? platform.model : os.name];
  return {
    name: names.flatMap((name = '') => (OTHER_NAMES[name] ?? name) || []).join(' on ') || 'Unknown device',
    handheld: platform.type === 'mobile' || platform.type === 'tablet',
  };
}
