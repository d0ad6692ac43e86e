/** The end of a visit, after all redirects. */
export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly html: string;
}

const maxRedirects = 10;

/**
 * A user of the provider's pages, without a browser: keeps cookies, follows redirects, and sends
 * the form of a page.
 */
export class Visitor {
  /** By origin, then by name. */
  readonly #cookies = new Map<string, Map<string, string>>();

  open(url: string): Promise<Visit> {
    return this.#go(url, null);
  }

  /** Sends the first form of the page, its fields as they are but for these. */
  async send(page: Visit, fields: Readonly<Record<string, string>>): Promise<Visit> {
    const [head = '', ...rest] = (page.html.split('<form')[1] ?? '').split('>');
    if (rest.length === 0) throw new Error(`no form at ${new URL(page.url).pathname}`);
    const [content = ''] = rest.join('>').split('</form>');
    const form = new URLSearchParams();
    for (const input of content.split('<input').slice(1)) {
      const [attributes = ''] = input.split('>');
      const name = readAttribute(attributes, 'name');
      if (name !== null) form.set(name, readAttribute(attributes, 'value') ?? '');
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return this.#go(new URL(readAttribute(head, 'action') ?? '', page.url).href, form);
  }

  async #go(url: string, form: URLSearchParams | null): Promise<Visit> {
    let here = new URL(url);
    let body = form;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await fetch(here, {
        redirect: 'manual',
        headers: { Accept: 'text/html', Cookie: this.#listCookies(here.origin) },
        ...(body === null ? {} : { method: 'POST', body }),
      });
      this.#keepCookies(here.origin, response.headers.getSetCookie());
      const location = response.headers.get('location');
      const html = await response.text();
      if (location === null) return { url: here.href, status: response.status, html };
      here = new URL(location, here);
      body = null;
    }
    throw new Error('the redirects have no end');
  }

  #listCookies(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }

  #keepCookies(origin: string, lines: readonly string[]): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  }
}

function readAttribute(tag: string, name: string): string | null {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
}
