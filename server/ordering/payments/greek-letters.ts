/** As names are written in Greek passports (ELOT 743), letter by letter. */
const greek: Readonly<Record<string, string>> = {
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
}
const signs: Readonly<Record<string, string>> = {
  '₪': 'ILS ',
  '\u202f': ' ',
  '\u2010': '-',
  '\u2011': '-',
  '\u2015': '—',
}

/** A letter that fonts of Latin and Cyrillic letters lack, in letters that they have; a question mark where there are none. */
export function latinOf(letter: string): string {
  const sign = signs[letter]
  if (sign !== undefined) return sign
  // Pictures and what only changes the letter before it say nothing by themselves.
  if (/[\p{Extended_Pictographic}\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}]/u.test(letter)) return ''
  const [bare = ''] = letter.normalize('NFD')
  const written = greek[bare.toLowerCase()]
  if (written === undefined) return '?'
  return bare === bare.toLowerCase() ? written : written.charAt(0).toUpperCase() + written.slice(1)
}
