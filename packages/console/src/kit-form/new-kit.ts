/** What a new kit begins with. */
import { editYaml } from './edit-yaml.ts';

/** `Support quality 2` → `support_quality_2`, as the short name of a kit must be. */
export function slugFrom(name: string): string {
  const words =
    name
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('_').slice(0, 60);
  return /^[a-z][a-z0-9_]/.test(slug) ? slug : slug === '' ? '' : `kit_${slug}`;
}

export const BLANK_KIT = `kit: new_kit
name: New kit
bricks: []
`;

/** The text with a short name that no other kit has, and a name that says so. */
export function withFreeSlug(text: string, taken: ReadonlySet<string>): string {
  return editYaml(text, (document) => {
    const [slug, name] = [String(document.get('kit') ?? 'new_kit'), document.get('name')];
    if (!taken.has(slug)) return;
    let number = 2;
    while (taken.has(`${slug.slice(0, 58)}_${number}`)) number += 1;
    document.set('kit', `${slug.slice(0, 58)}_${number}`);
    if (typeof name === 'string') document.set('name', `${name} ${number}`);
  });
}
