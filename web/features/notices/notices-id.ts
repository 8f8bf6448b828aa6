/** The id of the region in which the strip is shown. */
export const NOTICES_ID = 'notices'
