/** `kit.published_by_force` as people say it: “Kit published by force”. */
export function inWords(action: string): string {
  const words = action.replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
