import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/main/erp/index.ts';
import { clientFor, faultOf, valueOf } from './support/client.ts';

describe('the base URL', () => {
  it.each([
    ['https://erp.example/public-api/v3', 'https://erp.example', 'https://erp.example/public-api/v3'],
    ['  https://erp.example/public-api/v3//  ', 'https://erp.example', 'https://erp.example/public-api/v3'],
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
    '',
    'erp.example/public-api/v3',
    'http://erp.example/public-api/v3',
    'http://localhost.example/v3',
    'http://127.0.0.1.example/v3',
    'http://192.168.0.10/v3',
    'ftp://127.0.0.1/v3',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://erp.example/v3?key=s3cret',
    'https://erp.example/v3#s3cret',
    'https://user:s3cret@erp.example/v3',
    'https://s3cret@erp.example/v3',
  ])('refuses %j without repeating it', (text) => {
    const fault = faultOf(parseBaseUrl(text));
    expect(fault).toMatchObject({ kind: 'invalid-input', reached: 'no' });
    expect(JSON.stringify(fault)).not.toContain('s3cret');
  });

  it('makes every call a fault, and nothing is sent', async () => {
    let requests = 0;
    const client = clientFor('http://erp.example/v3', {
      fetch: () => Promise.reject(new Error('sent')),
      onRequest: () => (requests += 1),
    });
    expect(faultOf(await client.companyInfo()).kind).toBe('invalid-input');
    expect(faultOf(await client.conclude(1)).kind).toBe('invalid-input');
    expect(requests).toBe(0);
  });
});
