/**
 * Replaces every kind of line break by `\n`, as the editor of the desk does. Otherwise every line of a text could
 * differ from its copy in the editor.
 */
export const unifyLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n')
