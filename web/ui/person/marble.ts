const MARBLES = 6

/** Returns the index of a person's marble colour. The same name has the same colour on every page. */
export const toMarbleColourNumber = (name: string): number =>
  [...name.trim()].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % MARBLES
