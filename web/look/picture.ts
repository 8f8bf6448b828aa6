import { colourOf, tilesOf } from './colours.ts'
import { type Deck, drawDeck, drawDeckShadow } from './deck.ts'
import { project } from './projection.ts'
import { props } from './props.ts'
import type { Subject } from './subjects.ts'

/** A platform of a picture. Its tiles have the colour of the page's subject when it names none. */
export interface DeckPart extends Deck {
  colour?: string | undefined
  /** Leaves out the shadow. */
  grounded?: boolean
}

/** A prop of a picture; `x`, `y` and `z` are the middle of its floor, or the start of its line. */
export interface PropPart {
  prop: string
  x: number
  y: number
  z: number
  colour?: string
  scale?: number
  size?: [number, number, number]
  to?: [number, number, number]
  /** The name of the prop below, or `nothing`; undefined on a tile. */
  on?: string
}

/** A scene that is ready to be drawn: its parts from back to front. The build makes it (scenes/arrange.ts). */
export interface Picture {
  /** The name by which CSS and links find it. */
  name: string
  /** The left and top edge, the width and the height. */
  box: [number, number, number, number]
  parts: (DeckPart | PropPart)[]
  /** How its marble rolls on the home page: the direction and the number of tiles, or that it stays. */
  roll?: string
}

/**
 * Draws a picture as the content of an `svg` element.
 * @param subject the colour of the page
 * @param id a prefix of ids that no other picture of the document has
 */
export function drawPicture({ parts }: Picture, subject: Subject, id: string): string {
  const nameOf = (colour: string | undefined): string => (!colour || colour === 'page' ? subject : colour)
  return parts
    .map((part, index) => {
      const own = `${id}${index}`
      if (!('prop' in part)) {
        const tiles = nameOf(part.colour)
        const shadow = part.grounded ? '' : drawDeckShadow(part, own)
        return `<g data-subject="${tiles}">${shadow}${drawDeck(part, { ...tilesOf(tiles), id: own })}</g>`
      }
      const { draw, size, colour } = props[part.prop] ?? failOn(part.prop)
      const drawing = draw({
        colour: colourOf(nameOf(part.colour ?? colour)),
        size: part.size ?? size,
        to: part.to ?? [0, 0, 0],
        id: own,
        ...(part.on && { on: part.on }),
      })
      const scale = part.scale && part.scale !== 1 ? `scale(${part.scale})` : ''
      return `<g transform="translate(${project([part.x, part.y, part.z]).join(' ')})${scale}">${drawing}</g>`
    })
    .join('')
}

const failOn = (name: string): never => {
  throw new Error(`No prop is called ${name}`)
}
