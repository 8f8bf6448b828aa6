/** Every constant that both sides, or a test, must agree on: the unit in the name, the row of the checklist beside it. */

/** S9.01: how often an open page asks which version of the site is served. */
export const VERSION_POLL_MS = 30_000
/** S2.53, S9.02: how long a copy button says what happened. */
export const COPY_FEEDBACK_MS = 5_000
/** S4.11, S9.02: how long the menu takes to open or close. */
export const MENU_ANIMATION_MS = 250
/** S9.02: a section is revealed when its top passes this share of the viewport's height. */
export const REVEAL_VIEWPORT_SHARE = 0.85
/** S2.55: letters of a name shown in place of a picture. */
export const AVATAR_INITIALS_MAX = 2
