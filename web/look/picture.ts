import { getColourHex, getTileColourPair } from './colours.ts'
import { projectPoint } from './projection.ts'
import { scenePropKinds } from './props.ts'
import type { Subject } from './subjects.ts'
import { drawPlatformShadow, drawTilePlatform, type TilePlatform } from './tile-platform.ts'

/** A platform of a picture. Without a colour, its tiles have the colour of the page's subject. */
export interface PlacedPlatform extends TilePlatform {
  colour?: string | undefined
  /** Whether the platform has no shadow. */
  grounded?: boolean
}

/**
 * A prop of a picture: a thing such as a tree. `x`, `y` and `z` are the middle of its floor. For a prop along a line,
 * they are the start of the line.
 */
export interface PlacedProp {
  prop: string
  x: number
  y: number
  z: number
  colour?: string
  scale?: number
  size?: [number, number, number]
  to?: [number, number, number]
  /** The name of the prop on which this prop stands; undefined on a tile; `nothing` in a scene without tiles. */
  on?: string
}

/**
 * A scene that is ready to be drawn: its parts in the order from back to front. The build creates it
 * (scenes/arrange.ts).
 */
export interface ScenePicture {
  /** The name by which style sheets and links refer to the picture. */
  name: string
  /** The viewBox: left edge, top edge, width and height. */
  box: [number, number, number, number]
  parts: (PlacedPlatform | PlacedProp)[]
  /** How the marble of the picture rolls on the home page: the direction and the number of tiles, or `stays`. */
  roll?: string
}

/**
 * Draws a picture as the content of an `svg` element.
 * @param subject the colour of the page
 * @param id a prefix for ids, unique in the document
 */
export function drawScenePicture({ parts }: ScenePicture, subject: Subject, id: string): string {
  const nameOf = (colour: string | undefined): string => (!colour || colour === 'page' ? subject : colour)
  return parts
    .map((part, index) => {
      const own = `${id}${index}`
      if (!('prop' in part)) {
        const tiles = nameOf(part.colour)
        const shadow = part.grounded ? '' : drawPlatformShadow(part, own)
        return `<g data-subject="${tiles}">${shadow}${drawTilePlatform(part, { ...getTileColourPair(tiles), id: own })}</g>`
      }
      const { draw, size, colour } = scenePropKinds[part.prop] ?? failOn(part.prop)
      const drawing = draw({
        colour: getColourHex(nameOf(part.colour ?? colour)),
        size: part.size ?? size,
        to: part.to ?? [0, 0, 0],
        id: own,
        ...(part.on && { on: part.on }),
      })
      const scale = part.scale && part.scale !== 1 ? `scale(${part.scale})` : ''
      return `<g transform="translate(${projectPoint([part.x, part.y, part.z]).join(' ')})${scale}">${drawing}</g>`
    })
    .join('')
}

const failOn = (name: string): never => {
  throw new Error(`No prop is called ${name}`)
}
