/** The id of the element in which the strip of notices is shown. */
export const NOTICES_ID = 'notices'
