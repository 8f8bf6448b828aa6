/** The parameters of a prop's drawing function. The middle of the prop's floor is at the origin. */
export interface PropDrawingParameters {
  /** The colour from the scene, or else the default colour of the prop. */
  colour: string
  /** The width along x, the depth along y and the height, in tiles. */
  size: readonly [number, number, number]
  /** The vector from the start to the end of a prop along a line. */
  to: readonly [x: number, y: number, z: number]
  /** The prefix of the ids of the prop's gradients. */
  id: string
  /** The name of the prop on which this prop stands; undefined on a tile; `nothing` in a scene without tiles. */
  on?: string
}

/** A kind of thing that authors can put into a scene. */
export interface ScenePropKind {
  /** The width along x, the depth along y and the height, in tiles. */
  size: readonly [number, number, number]
  /** The edges of the drawing in pixels, when it extends beyond its size: left, top, right, bottom. */
  edges?: readonly [number, number, number, number]
  /** The height at which a prop on top of this one stands, when it differs from the height in `size`. */
  top?: number
  /** The name of the default colour. A prop without a default colour cannot be coloured by a scene. */
  colour?: string
  /** How a scene sets the size of the prop: by a factor (undefined), by its three sides, or by a start and an end. */
  measure?: 'sides' | 'line'
  /** Whether the prop may be placed where no tile is. */
  falls?: true
  draw: (place: PropDrawingParameters) => string
}
