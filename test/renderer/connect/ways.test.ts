import { describe, expect, it } from 'vitest';
import { findWay, guessProvider, listWays } from '../../../src/renderer/connect/ways.ts';
import { signInPresets } from '#shared/domain/sign-in.ts';

const { baseUrl, issuer } = signInPresets.olist;
const otherUrl = 'https://erp.example/public-api/v3';
const otherIssuer = 'https://accounts.example/realms/erp';

describe('the ways to connect', () => {
  it.each([
    ['are both there if nothing is decided', undefined, true, ['sign-in', 'paste']],
    ['end with the sign-in if IT forbids tokens', undefined, false, ['sign-in']],
    ['leave pasting if nobody is to sign in', null, false, ['paste']],
    ['include the sign-in at a decided place', otherIssuer, true, ['sign-in', 'paste']],
  ])('%s', (_, decided, pasteTokens, ways) => {
    expect(listWays({ issuer: decided, pasteTokens })).toEqual(ways);
  });

  it.each([
    ['the token if one was used', otherUrl, null, 'paste'],
    ['the sign-in if there was one', otherUrl, otherIssuer, 'sign-in'],
  ])('begin with %s', (_, usedUrl, usedIssuer, way) => {
    expect(findWay(['sign-in', 'paste'], usedUrl, usedIssuer)).toBe(way);
  });

  it('begin with the remaining one', () => {
    expect(findWay(['sign-in'], otherUrl, null)).toBe('sign-in');
  });
});

describe('the place to sign in', () => {
  it.each([
    ['is that of most ERPs if nothing is known', null, null, { baseUrl, issuer }],
    ['is completed by its API', baseUrl, null, { baseUrl, issuer }],
    ['is completed by its issuer', null, issuer, { baseUrl, issuer }],
    ['is not guessed for another API', otherUrl, null, { baseUrl: otherUrl, issuer: '' }],
    ['is not guessed for another issuer', null, otherIssuer, { baseUrl: '', issuer: otherIssuer }],
    ['mixes no ERP with the issuer of another', otherUrl, issuer, { baseUrl: otherUrl, issuer }],
  ])('%s', (_, known, knownIssuer, place) => {
    expect(guessProvider(known, knownIssuer)).toEqual(place);
  });
});
