/**
 * Returns the IANA time zone of the browser. Returns UTC when the browser does not know its time zone: Chromium then
 * shows times in UTC and names the zone `Etc/Unknown`, which `Intl` and the server refuse.
 */
export function getBrowserTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone && timeZone !== 'Etc/Unknown' ? timeZone : 'UTC'
}
