/** The id of a comment in the page, which its permalink leads to. */
export const elementId = (id: string): string => `comment-${id}`

export const elementOf = (id: string): HTMLElement | null => document.getElementById(elementId(id))

/** The comment that an element shows. */
export const idOf = (element: Element): string => element.id.replace('comment-', '')
