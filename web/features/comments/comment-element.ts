/** Returns the id of a comment's element, which is the fragment of its permalink. */
export const toCommentElementId = (id: string): string => `comment-${id}`

export const findCommentElement = (id: string): HTMLElement | null => document.getElementById(toCommentElementId(id))

/** Returns the id of the comment that an element shows. */
export const getElementCommentId = (element: Element): string => element.id.replace('comment-', '')
