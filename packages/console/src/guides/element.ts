/** Of guides.html, where each of them is. */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`guides.html has no ${kind.name} #${id}`);
  return found;
}
