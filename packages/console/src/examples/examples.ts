/** The example kits and conversations of this checkout: files beside the bundle, fetched on demand. */
const KITS = import.meta.glob<string>('../../../../examples/kits/*/kit.yaml', {
  query: '?url',
  import: 'default',
  eager: true,
});
const CONVERSATIONS = import.meta.glob<string>('../../../../examples/kits/*/conversations/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

export interface Example {
  /** Such as `Support qa: refund solved`. */
  name: string;
  /** The directory, such as `support-qa`. */
  kit: string;
  url: string;
}

export const EXAMPLE_KITS: readonly Example[] = Object.entries(KITS).map(([path, url]) => {
  const kit = path.split('/').at(-2) ?? '';
  return { name: inWords(kit), kit, url };
});

export const EXAMPLE_CONVERSATIONS: readonly Example[] = Object.entries(CONVERSATIONS).map(([path, url]) => {
  const kit = path.split('/').at(-3) ?? '';
  const file = path.split('/').at(-1) ?? '';
  return { name: `${inWords(kit)}: ${inWords(file.replace(/\.\w+$/, ''))} (${file.split('.').at(-1)})`, kit, url };
});

export async function fetchExample({ url }: Example, signal?: AbortSignal): Promise<string> {
  const deadline = AbortSignal.timeout(10_000);
  const response = await fetch(url, { signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]) });
  if (!response.ok) throw new Error('The example could not be loaded.');
  return response.text();
}

/** The slug that an example's kit file carries. */
export function slugOf(kit: string): string {
  return kit.replaceAll('-', '_');
}

function inWords(name: string): string {
  const words = name.replaceAll('-', ' ').replace(/\bqa\b/, 'QA');
  return (words[0]?.toUpperCase() ?? '') + words.slice(1);
}
