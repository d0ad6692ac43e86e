import type { Language } from '../../../shared/index.ts';

/** The browser's page after its answer, or after a foreign one. No script, nothing of the answer. */
const texts: Readonly<Record<Language, Readonly<Record<'taken' | 'strange', string>>>> = {
  'pt-BR': {
    taken: 'Pode fechar esta página e voltar para a Doca.',
    strange:
      'Esta página não pertence à entrada que a Doca espera. Volte para a Doca e entre pela página que ela abriu.',
  },
  en: {
    taken: 'You can close this page and go back to Doca.',
    strange:
      'This page does not belong to the sign-in that Doca waits for. Go back to Doca and use the page it opened.',
  },
};

export function makeRedirectPage(what: 'taken' | 'strange', language: Language): string {
  const viewport = '<meta name="viewport" content="width=device-width">';
  const head = `<meta charset="utf-8">${viewport}<title>Doca</title>`;
  return `<!doctype html><html lang="${language}"><head>${head}</head><body><p>${texts[language][what]}</p></body></html>\n`;
}

export const redirectPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
} as const;
