import { it } from 'vitest';
import { startSandbox } from '../../src/main/sandbox/index.ts';
import { clientFor } from './support/client.ts';
it('x', async () => {
  for (const [limit, win, lat, st, n] of [[40,2000,10,2,30],[40,3000,40,2,40],[60,3000,40,3,40],[120,4000,100,2,100],[120,4000,30,3,100]] as const) for (let i = 0; i < 2; i++) {
    const own = await startSandbox({ shipments: 1, rateLimitPerMinute: limit, rateLimitWindowMs: win, latencyMs: lat });
    const t = performance.now();
    const clients = Array.from({length: st}, () => clientFor(own.baseUrl, { token: () => Promise.resolve(own.token) }));
    const r = await Promise.all(clients.flatMap((one) => Array.from({ length: n }, () => one.companyInfo())));
    console.log([limit,win,lat,st,n].join(), 'refused', own.requests.filter(q=>q.status===429).length, 'ok', r.every(x=>x.ok), 's', ((performance.now()-t)/1000).toFixed(1), 'min windows', Math.ceil(st*n/limit));
    await own.close();
  }
}, 200000);
