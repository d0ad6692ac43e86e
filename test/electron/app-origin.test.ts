import { describe, expect, it } from 'vitest';
import { isAppUrl } from '../../src/main/electron/window/app-origin.ts';

describe('isAppUrl', () => {
  it.each(['app://doca/', 'app://doca/index.html#/grouping/1', 'app://doca/assets/x.js?y'])(
    'knows %s as its own',
    (url) => {
      expect(isAppUrl(url)).toBe(true);
    },
  );

  it.each([
    'https://doca/',
    'http://app/doca/',
    'app://doca.example/',
    'app://docas/',
    'app://evil@doca/',
    'app://doca:secret@example.com/',
    'app://doca:81/',
    'app:doca/',
    'app:///doca/',
    'file:///doca/index.html',
    'javascript:app://doca/',
    'data:text/html,app://doca/',
    'about:blank',
    '',
    'not an address',
  ])('does not take %s for its own', (url) => {
    expect(isAppUrl(url)).toBe(false);
  });
});
