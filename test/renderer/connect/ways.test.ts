import { describe, expect, it } from 'vitest';
import { findWay, listWays } from '../../../src/renderer/connect/ways.ts';
import { signInPresets } from '../../../src/shared/index.ts';

const { baseUrl, issuer } = signInPresets.olist;
const free = { baseUrl: null, issuer: undefined, pasteTokens: true };
const otherUrl = 'https://erp.example/public-api/v3';
const otherIssuer = 'https://accounts.example/realms/erp';

describe('the ways to connect', () => {
  it.each([
    ['are all there where nothing is decided', free, ['olist', 'other', 'paste']],
    ['end with pasting where IT forbids it', { ...free, pasteTokens: false }, ['olist', 'other']],
    ['leave pasting where nobody is to sign in', { ...free, issuer: null, pasteTokens: false }, ['paste']],
    ['know the ERP by its address', { ...free, baseUrl }, ['olist', 'other', 'paste']],
    ['do not lead elsewhere than to the decided address', { ...free, baseUrl: otherUrl }, ['other', 'paste']],
    ['know the ERP by its issuer', { ...free, issuer }, ['olist', 'paste']],
    ['take the address from whoever is there', { ...free, issuer: otherIssuer }, ['other', 'paste']],
    ['mix no ERP with the issuer of another', { ...free, baseUrl: otherUrl, issuer }, ['other', 'paste']],
  ])('%s', (_, decided, ways) => {
    expect(listWays(decided)).toEqual(ways);
  });

  it.each([
    ['the known ERP at the first start', null, null, 'olist'],
    ['the token where one was used', otherUrl, null, 'paste'],
    ['the known ERP where it was used with a token', baseUrl, null, 'olist'],
    ['the known sign-in', baseUrl, issuer, 'olist'],
    ['another sign-in', otherUrl, otherIssuer, 'other'],
  ])('begin with %s', (_, usedUrl, usedIssuer, way) => {
    expect(findWay(listWays(free), usedUrl, usedIssuer)).toBe(way);
  });

  it('begin with the remaining one', () => {
    expect(findWay(['other'], otherUrl, null)).toBe('other');
  });
});
