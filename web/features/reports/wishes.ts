/** Whether the browser asks for its reader not to be followed: Do Not Track, or Global Privacy Control. */
export function asksForPrivacy(): boolean {
  return navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}
