import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/main/erp/index.ts';
import { clientFor, faultOf, valueOf } from './support/client.ts';

describe('the base URL', () => {
  it.each([
    [
      'https://erp.example/public-api/v3',
      'https://erp.example',
      'https://erp.example/public-api/v3',
    ],
    [
      '  https://erp.example/public-api/v3//  ',
      'https://erp.example',
      'https://erp.example/public-api/v3',
    ],
    ['https://erp.example:8443/', 'https://erp.example:8443', 'https://erp.example:8443'],
    ['HTTPS://ERP.example:443/v3', 'https://erp.example', 'https://erp.example/v3'],
    ['http://127.0.0.1:9000/v3', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000/v3'],
    ['http://127.8.9.1/v3', 'http://127.8.9.1', 'http://127.8.9.1/v3'],
    ['http://localhost:9000/v3', 'http://localhost:9000', 'http://localhost:9000/v3'],
    ['http://[::1]:9000/v3', 'http://[::1]:9000', 'http://[::1]:9000/v3'],
  ])('takes %j', (text, origin, prefix) => {
    expect(valueOf(parseBaseUrl(text))).toEqual({ origin, prefix });
  });

  it.each([
    ['', 'address-malformed'],
    ['erp.example/public-api/v3', 'address-malformed'],
    ['http://erp.example/public-api/v3', 'address-not-https'],
    ['http://localhost.example/v3', 'address-not-https'],
    ['http://127.0.0.1.example/v3', 'address-not-https'],
    ['http://192.168.0.10/v3', 'address-not-https'],
    ['ftp://127.0.0.1/v3', 'address-not-https'],
    ['file:///etc/passwd', 'address-not-https'],
    ['javascript:alert(1)', 'address-not-https'],
    ['https://erp.example/v3?key=s3cret', 'address-with-extras'],
    ['https://erp.example/v3#s3cret', 'address-with-extras'],
    ['https://user:s3cret@erp.example/v3', 'address-with-extras'],
    ['https://s3cret@erp.example/v3', 'address-with-extras'],
  ])('refuses %j without repeating it', (text, kind) => {
    const fault = faultOf(parseBaseUrl(text));
    expect(fault).toMatchObject({ kind, reached: 'no' });
    expect(JSON.stringify(fault)).not.toContain('s3cret');
  });

  it('makes every call a fault, and nothing is sent', async () => {
    let requests = 0;
    const client = clientFor('http://erp.example/v3', {
      fetch: () => Promise.reject(new Error('sent')),
      onRequest: () => (requests += 1),
    });
    expect(faultOf(await client.companyInfo()).kind).toBe('address-not-https');
    expect(faultOf(await client.conclude(1)).kind).toBe('address-not-https');
    expect(requests).toBe(0);
  });
});
