/** Returns whether the browser asks not to be tracked: Do Not Track or Global Privacy Control. */
export const hasPrivacySignal = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
