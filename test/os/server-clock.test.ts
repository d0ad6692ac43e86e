import { expect, test, vi } from 'vitest';
import { ServerClock } from '../../src/main/os/network/server-clock.ts';

// RFC 9110, section 5.6.7: the form of today, and an older one.
test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT'])(
  'goes on from a server’s %s, whatever this computer’s clock does',
  (date) => {
    const clock = new ServerClock();
    expect(clock.now()).toBeNull();
    clock.hear(new Headers());
    clock.hear(new Headers({ date: 'yesterday' }));
    expect(clock.now()).toBeNull();
    const passed = vi.spyOn(performance, 'now').mockReturnValue(1000);
    clock.hear(new Headers({ date }));
    passed.mockReturnValue(3000.4);
    vi.spyOn(Date, 'now').mockReturnValue(0);
    clock.hear(new Headers({ date: 'yesterday' }));
    expect(clock.now()).toBe(Date.UTC(1994, 10, 6, 8, 49, 39));
    vi.restoreAllMocks();
  },
);
