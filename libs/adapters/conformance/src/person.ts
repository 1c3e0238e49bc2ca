/** What a browser got. */
export type Seen = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where the browser is sent. */
  readonly location: string | undefined;
};

/** What is written into the fields of a form; several where a field is there more than once. */
export type Entries = Readonly<Record<string, string | readonly string[]>>;

/** Somebody with a browser that keeps cookies and runs no script. */
export type Person = {
  readonly cookies: Map<string, string>;
  /** Opens a path or a whole address of ours. */
  open(to: string, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Fills in the form of a page that is sent to this path, with what it hides, and sends it. */
  submit(page: Seen, path: string, entries?: Entries): Promise<Seen>;
  /** Submits a form and goes where the browser is then sent, as browsers do. */
  send(page: Seen, path: string, entries?: Entries): Promise<Seen>;
  /** Sends fields as they are. */
  post(to: string, entries: Entries, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Goes where the browser is sent. */
  follow(seen: Seen): Promise<Seen>;
  signIn(userName: string, password: string): Promise<Seen>;
};

/** `at`: where the service, or a replica of it, listens, and the address that it says it has. */
export function person(
  at: () => { readonly port: number; readonly base: string },
  cookies = new Map<string, string>(),
): Person {
  const request = async (
    to: string,
    init: RequestInit & { headers?: Readonly<Record<string, string>> },
  ): Promise<Seen> => {
    const { port, base } = at();
    const path = to.startsWith(base) ? to.slice(base.length) : to;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { 'Accept-Language': 'en', ...(cookie !== '' && { Cookie: cookie }), ...init.headers },
    });
    for (const written of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(written) ?? [];
      if (/max-age=0/i.test(written)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('location') ?? undefined,
    };
  };
  const open: Person['open'] = (to, headers = {}) => request(to, { headers });
  const post: Person['post'] = (to, entries, headers = {}) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(entries))
      for (const one of [value].flat()) body.append(name, one);
    return request(to, {
      method: 'POST',
      body: body.toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    });
  };
  const submit: Person['submit'] = (page, path, entries = {}) => {
    const form = formsIn(page.html).find(
      ({ action }) => new URL(action, 'http://localhost').pathname === path,
    );
    if (form === undefined) throw new Error(`the page has no form for ${path}: ${page.html}`);
    return post(form.action, { ...form.hidden, ...entries });
  };
  const send: Person['send'] = async (page, path, entries) => {
    const answer = await submit(page, path, entries);
    return answer.status === 303 ? open(answer.location ?? '') : answer;
  };
  return {
    cookies,
    open,
    post,
    submit,
    send,
    follow: ({ location }) => {
      if (location === undefined) throw new Error('nobody is sent anywhere');
      return open(location);
    },
    signIn: async (userName, password) =>
      submit(await open('/portal/sign-in'), '/portal/sign-in', { 'user-name': userName, password }),
  };
}

function formsIn(
  html: string,
): readonly { readonly action: string; readonly hidden: Record<string, string> }[] {
  return [...html.matchAll(/<form\s+method="post"\s+action="([^"]*)"\s*>(.*?)<\/form>/gs)].map(
    ([, action = '', inner = '']) => ({
      action: unescaped(action),
      hidden: Object.fromEntries(
        [...inner.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"\s*\/?>/g)].map(
          ([, name = '', value = '']) => [name, unescaped(value)],
        ),
      ),
    }),
  );
}

/** What a reader sees of text that a page holds. */
export function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** What the page shows to be copied, in its order. */
export function codesIn({ html }: Seen): readonly string[] {
  return [...html.matchAll(/<code(?: class="token")?>(.*?)<\/code>/gs)].map(([, code = '']) =>
    unescaped(code),
  );
}
