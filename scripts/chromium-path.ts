/** Debian's Chromium, unless the machine says where another one is. */
export const chromiumPath = process.env['DOCA_CHROMIUM'] ?? '/usr/bin/chromium';
