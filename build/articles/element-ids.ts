/**
 * The ids of elements that the program adds to pages with a text of the author. An element of the text must not have
 * such an id: a heading `## Menu` would take the menu from its button.
 */
export const programElementIds: readonly string[] = [
  'comment-linked',
  'comments',
  'comments-title',
  'content',
  'first-data',
  'menu',
  'notices',
  'offline',
  'on-this-page',
  'page',
  'root',
  'session-menu',
]

/** The ids of elements that the components of the home page add to it. */
export const homeElementIds: readonly string[] = ['latest', 'start']

/** Returns the id of a part of a page. Adds a number to an id that the program uses itself. */
export const avoidReservedId = (id: string): string => (programElementIds.includes(id) ? `${id}-1` : id)
