/** A drawn prop, as its drawing function gets it. The middle of its floor is at the origin. */
export interface PropPlace {
  /** The colour that the scene names, or the prop's own. */
  colour: string
  /** The width, the depth and the height. */
  size: readonly [number, number, number]
  /** From the start to the end of a prop that has both. */
  to: readonly [x: number, y: number, z: number]
  /** The prefix of the ids of gradients. */
  id: string
  /** The name of the prop below; undefined on a tile. It is `nothing` in a scene without tiles. */
  on?: string
}

/** A thing that an author puts into a scene. */
export interface Prop {
  /** The width along x, the depth along y and the height, in tiles. */
  size: readonly [number, number, number]
  /** The edges of the drawing in pixels, when it is wider than its size: left, top, right, bottom. */
  edges?: readonly [number, number, number, number]
  /** The height of the next prop's floor, when it is not that of the size. */
  top?: number
  /** The name of the colour that the prop has by itself. A prop without one takes no colour. */
  colour?: string
  /** How a scene measures it: by a factor, by its three sides, or from a start to an end. */
  measure?: 'sides' | 'line'
  /** Whether it may be where no tile is. */
  falls?: true
  draw: (place: PropPlace) => string
}
