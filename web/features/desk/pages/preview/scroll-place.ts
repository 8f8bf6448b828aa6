/**
 * A place in a text. `headings` is the number of headings above the place. `share` is its relative position between the
 * last of these headings and the next heading, from 0 to 1.
 */
export interface ScrollPlace {
  headings: number
  share: number
}

/**
 * Finds the place of a line. Headings of the levels 2 and 3 divide the text, as they do in the article.
 * @param line counts from 1
 */
export function findSectionPositionOfLine(source: string, line: number): ScrollPlace {
  const lines = source.split('\n')
  const starts = listHeadingLines(lines)
  const headings = starts.filter((start) => start <= line).length
  const [from = 1, to = lines.length + 1] = [starts[headings - 1], starts[headings]]
  return { headings, share: to > from ? Math.min(1, Math.max(0, (line - from) / (to - from))) : 0 }
}

/** Lists the line numbers of the headings, counted from 1. Code and the front matter contain no headings. */
function listHeadingLines(lines: readonly string[]): number[] {
  let fence: string | null = null
  let isSettings = lines[0] === '---'
  return lines.flatMap((text, at) => {
    if (isSettings) {
      if (at > 0 && text === '---') isSettings = false
      return []
    }
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (mark && fence === null) fence = mark
    else if (mark && fence && mark.startsWith(fence)) fence = null
    return fence === null && /^#{2,3}\s/.test(text) ? [at + 1] : []
  })
}

/**
 * Returns the vertical position of a place in the article, in pixels.
 * @param tops the positions of the headings, in pixels
 * @param end the position of the article's end, in pixels
 */
export function calculateScrollTop({ headings, share }: ScrollPlace, tops: readonly number[], end: number): number {
  const [from = 0, to = end] = [tops[headings - 1], tops[headings]]
  return headings > tops.length ? end : from + share * (to - from)
}
