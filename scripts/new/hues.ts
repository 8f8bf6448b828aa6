import { AnswerError } from './answer-error.ts'

/** The hues that the command accepts by name, in degrees of OKLCH. */
const hueNames: Record<string, number> = {
  red: 25,
  orange: 55,
  yellow: 90,
  lime: 125,
  green: 150,
  teal: 190,
  blue: 250,
  violet: 295,
  pink: 350,
}

export const formatHueNames = (): string => Object.keys(hueNames).join(', ')

/** Parses a hue, given by name or in degrees. @throws AnswerError when the text is neither */
export function parseHue(text: string): number {
  const name = text.trim().toLowerCase()
  const hue = hueNames[name] ?? (/^\d{1,3}$/.test(name) ? Number(name) : 360)
  if (hue < 360) return hue
  throw new AnswerError(`"${text}" is no hue. Enter 0 to 359, or one of ${formatHueNames()}.`)
}

/** Returns the name of a hue, or else its degrees. */
export const describeHue = (hue: number): string =>
  Object.entries(hueNames).find(([, degrees]) => degrees === hue)?.[0] ?? String(hue)
