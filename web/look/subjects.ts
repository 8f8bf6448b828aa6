/** The colours of the subjects, for menu gems, platforms and splits. */

import type { Subject } from '#site'

export type { Subject }

/** `a` is the dark tile of the checkerboard and the gem, `b` the light one. */
export const tileColours: Record<Subject, { a: string; b: string }> = {
  gaming: { a: '#2f7bf0', b: '#74aaf8' },
  games: { a: '#f08a24', b: '#f7b36b' },
  programming: { a: '#2fae74', b: '#7bd6a5' },
  projects: { a: '#7a5af0', b: '#ab96f8' },
  about: { a: '#e9b21f', b: '#fbe08a' },
}
