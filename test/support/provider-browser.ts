/** A browser on its way to an identity provider and back: every step's cookies and redirects. */
import type { SignedIn } from './people.ts';
import type { TestNode } from './test-service.ts';

/** The address under which the provider knows the service; the tests' nodes have others. */
export const PUBLIC_URL = 'http://calls.example.com';

export class ProviderBrowser {
  private readonly jar = new Map<string, Map<string, string>>();
  private readonly node: TestNode;
  private readonly from: Record<string, string>;
  /** `address`: where it calls from, for a node that trusts a proxy. */
  constructor(node: TestNode, address?: string) {
    this.node = node;
    this.from = address === undefined ? {} : { 'x-forwarded-for': address };
  }

  async get(address: string): Promise<{ location: string; status: number }> {
    const url = new URL(address.replace(PUBLIC_URL, this.node.url), this.node.url);
    const cookies = this.jar.get(url.host) ?? new Map<string, string>();
    this.jar.set(url.host, cookies);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, ...this.from } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(set)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    return { location: location === null ? '' : new URL(location, url).href, status: response.status };
  }

  /** Follows until the provider sends the browser back, and says where to. */
  async toCallback(from = '/console/oidc/start'): Promise<string> {
    let { location } = await this.get(from);
    for (let steps = 0; location !== '' && !location.startsWith(PUBLIC_URL) && steps < 10; steps += 1)
      location = location.startsWith(this.node.url) ? '' : (await this.get(location)).location;
    return location;
  }

  /** All the way; where the console is opened. */
  async signIn(): Promise<string> {
    const { location } = await this.get(await this.toCallback());
    return location.replace(this.node.url, '');
  }

  cookieOf(name: string): string | undefined {
    return this.jar.get(new URL(this.node.url).host)?.get(name);
  }

  keep(name: string, value: string): void {
    this.jar.get(new URL(this.node.url).host)?.set(name, value);
  }

  /** The session, if there is one. */
  async session(): Promise<SignedIn> {
    const cookie = `brickwork_session=${this.cookieOf('brickwork_session') ?? ''}`;
    const { body } = await this.node.call('GET', '/console/session', { headers: { cookie } });
    return { cookie, csrf: body.csrf_token ?? '' };
  }

  /** Answers the question whether the member's account may be linked. */
  confirm(given: { password: string; code: string }) {
    return this.node.call('POST', '/console/oidc/link', {
      body: given,
      headers: { cookie: `brickwork_link=${this.cookieOf('brickwork_link') ?? ''}`, ...this.from },
    });
  }
}
