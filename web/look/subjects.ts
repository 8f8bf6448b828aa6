/** The colours of the subjects, for the gems of the menu, platforms and split times. */
export { subjectTileColours } from '#contract/site-colours.ts'
export type { PageSubject as Subject } from '#contract/site-config.ts'
