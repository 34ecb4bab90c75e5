/** The page before the redirect to the identity provider, which returns to the start of the console. */
const PLACE = 'brickwork.place';

export function keepPlace(): void {
  // Back from a sign-in that did not work: the place of before it still counts.
  if (location.pathname === '/console' && location.search === '' && sessionStorage.getItem(PLACE) !== null) return;
  sessionStorage.setItem(PLACE, location.pathname + location.search + location.hash);
}

/** Before anything looks at the address. A sign-in that did not work is told at the start, and the place waits for the next one. */
export function returnToKeptPlace(): void {
  const place = sessionStorage.getItem(PLACE);
  if (place === null || location.pathname !== '/console' || location.search !== '') return;
  sessionStorage.removeItem(PLACE);
  if (place.startsWith('/console')) history.replaceState(history.state, '', place);
}
