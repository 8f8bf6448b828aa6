/** Returns the browser's query for the setting of readers who want no motion. */
export const getReducedMotionQuery = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)')
