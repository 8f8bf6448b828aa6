import { gemColours } from '../look/colours.ts'

/** A template of a scene: its tiles, its fixed props, and positions for props that are chosen by the title. */
interface Composition {
  tiles: string
  props: string[]
  /** The position of the largest prop, on at least 2 × 2 tiles. */
  centre: string
  /** The positions of small props. */
  sides: string[]
  marble: string
}

const compositions: Composition[] = [
  {
    tiles: 'aaa.aa\naaaaaa\naaaaaa',
    props: ['rail from 0 0 to 3 0'],
    centre: '1.4 1.3',
    sides: ['4.5 0.6', '0.6 2.5'],
    marble: '4.2 1.9',
  },
  {
    tiles: 'aaaaaa\naaaaaa\naa.aaa',
    props: ['rail from 0 0 to 6 0'],
    centre: '1.2 1.1',
    sides: ['3.5 0.6', '5.5 0.6'],
    marble: '4.6 1.8',
  },
  {
    tiles: 'aaaaa\naaaaa\naaaaa\n.aaaa',
    props: ['rail from 0 0 to 5 0', 'rail from 0 0.16 to 0 3'],
    centre: '1.4 1.4',
    sides: ['3.6 0.7', '1.5 3.4'],
    marble: '3.9 2.6',
  },
  {
    tiles: 'aaaa.\naaaaa\naaaaa\naaa.',
    props: ['rail from 0 0 to 4 0', 'rail from 0 0.16 to 0 4'],
    centre: '1.4 1.4',
    sides: ['3.4 0.6', '0.7 3.4'],
    marble: '3.3 2.2',
  },
  {
    tiles: 'bbbb\nbbbb.aa\nbbbb.aa\n.....aa',
    props: ['rail from 0 0 to 4 0', 'rail from 0 0.16 to 0 3', 'ramp from 4 2 to 5.2 2'],
    centre: '1.3 1.4',
    sides: ['3.4 0.6', '6.4 1.5'],
    marble: '5.9 3.2',
  },
  {
    tiles: 'aaaa\naaaa\naaaa\n\nbbbb\nbbbb',
    props: ['rail from 0 0 to 4 0', 'ramp from 3 3 to 3 4.2'],
    centre: '1.2 1.3',
    sides: ['3.4 0.6', '0.7 5.4'],
    marble: '1.9 4.8',
  },
  {
    tiles: 'aaaaaa\naa..aa\naaaaaa\naaaaaa',
    props: ['rail from 0 0 to 6 0', 'rail from 0 0.16 to 0 4'],
    centre: '4.9 2.9',
    sides: ['0.6 0.6', '3 0.6'],
    marble: '1.9 2.9',
  },
]

const centres: ((place: string) => string[])[] = [
  (place) => [`tree 1.2 at ${place}`],
  (place) => [`box gold 1.3x1.3x0.9 at ${place}`, `gem ruby 1.3 at ${place}`],
  (place) => [`box silver 1.5x1.5x0.5 at ${place}`, `box silver 1x1x0.5 at ${place}`, `gem topaz 1.2 at ${place}`],
  (place) => [`pad 2x2 at ${place}`, `flag at ${place}`],
  (place) => [`tile at ${place}`, `tile at ${place}`, `tile at ${place}`, `gem sapphire 1.2 at ${place}`],
  (place) => [`box page 1.4x1.4x0.3 at ${place}`, `tree at ${place}`],
  (place) => [`box silver 1.4x1.4x0.3 at ${place}`, `lamp at ${place}`],
  (place) => [`box slate 1.4x1.4x0.4 at ${place}`, `gem emerald 1.8 at ${place}`],
]
const smalls = ['gem', 'gem', 'gem', 'bush', 'tree 0.7', 'lamp 0.8']

/** Returns a generator of pseudo-random numbers from 0 up to 1, seeded by a text (FNV-1a, then mulberry32). */
function drawLots(text: string): () => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The number of compositions and of the largest props to choose from, for tests. */
export const generatedSceneChoiceCounts = { compositions: compositions.length, centres: centres.length }

/**
 * Generates a scene from the title of a page that has no scene. The same title always gives the same scene. The props
 * belong to no subject, so that they cannot contradict the title.
 */
export function generateSceneSource(title: string): Record<string, unknown> {
  const next = drawLots(title.normalize())
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const { tiles, props, centre, sides, marble } = pick(compositions)
  const things = pick(centres)(centre)
  const gems = [...gemColours]
  const small = (place: string): string => {
    const thing = pick(smalls)
    if (thing !== 'gem') return `${thing} at ${place}`
    const [colour] = gems.splice(Math.floor(next() * gems.length), 1)
    return `gem ${colour} at ${place}`
  }
  const placed = sides.map(small)
  const ends = next() < 0.75 ? [`marble 0.9 at ${marble}`] : []
  const raised = tiles.includes('b') ? { heights: tiles.startsWith('b') ? { b: 0.8 } : { a: 0.9 } } : {}
  return { tiles, ...raised, props: [...props, ...things, ...placed, ...ends] }
}
