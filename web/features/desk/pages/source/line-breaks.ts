/**
 * Returns a text with the line breaks of the editor, which reads every kind and writes `\n`. With others, a text would
 * differ from its copy in the editor in every line.
 */
export const unifyLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n')
