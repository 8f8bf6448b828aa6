/** The colours of the subjects, for menu gems, platforms and splits. */
export { tileColours } from '#contract/site-colours.ts'
export type { Subject } from '#contract/site-config.ts'
