/** How a kind of file begins and ends a comment. */
const comments = { xml: ['<!-- ', ' -->'], swift: ['// ', ''] } as const

/**
 * Puts named lines before the last place that matches, in place of those that a former run has put there, so that a second run
 * changes nothing and what somebody else has written stays.
 * @throws when there is no such place
 */
export function insertLinesBefore(
  text: string,
  place: RegExp,
  { name, kind, lines }: { name: string; kind: keyof typeof comments; lines: string[] },
): string {
  const [open, close] = comments[kind]
  const [begin, end] = [`${open}npm run native: ${name}${close}`, `${open}end of ${name}${close}`]
  const start = text.indexOf(begin)
  const clean = start < 0 ? text : text.slice(0, start) + text.slice(text.indexOf(end) + end.length + 1)
  const at = [...clean.matchAll(new RegExp(place, 'g'))].at(-1)?.index
  if (at === undefined) throw new Error(`The template of Capacitor has changed: nothing in it is like ${place}.`)
  return `${clean.slice(0, at)}${begin}\n${lines.join('\n')}\n${end}\n${clean.slice(at)}`
}

/** Replaces what a template says. @throws when it does not say so */
export function replaceAll(text: string, what: RegExp, by: string): string {
  if (!what.test(text)) throw new Error(`The template of Capacitor has changed: nothing in it is like ${what}.`)
  return text.replace(new RegExp(what, 'g'), by)
}
