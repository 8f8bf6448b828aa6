/**
 * The ids of elements that the program adds to the author's pages. An element of the text must not have such an id.
 * With a heading `## Menu`, for example, the menu button would no longer open the menu.
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
