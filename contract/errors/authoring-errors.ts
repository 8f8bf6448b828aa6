import { defineErrors } from './error-texts.ts'

/** The errors of writing pages at the desk. */
export const authoringErrors = {
  ...defineErrors(409, {
    authoring_off: 'Pages cannot be written at this desk. The list of pages says why.',
    address_taken: 'This address is taken by a page or a part of the site. Choose another one.',
    draft_exists: 'This page has a draft already. Open that draft.',
    draft_changed: 'The draft was saved elsewhere in the meantime. Load it, and merge your text with it.',
    page_changed:
      'The file of the page has changed since the draft began. Copy what you have written, delete the draft and begin a new one.',
    page_visible: 'Readers can open this page, or will when its time comes. Make it a draft first, then delete it.',
    publishing_now: 'Another page is being published or deleted. Wait until that is done, then try again.',
    versions_unreadable:
      'git cannot read the site’s repository. Run `git status` and `git fsck` in it as the user of the server, and restore damaged files from a copy.',
    preview_unfinished: 'This page cannot be shown now, because its author is changing it. Try again in a minute.',
  }),
}
