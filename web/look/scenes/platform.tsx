import { useId } from 'react'
import { project } from '../projection.ts'
import { shadeColour } from '../shade.ts'
import { type Subject, tileColours } from '../subjects.ts'
import { type Deck, toDeckPaths } from './deck.ts'

export interface PlatformProps extends Deck {
  /** The subject whose colours the tiles have, or two other colours. */
  tiles: Subject | { a: string; b: string }
  /** Draws a soft shadow below. It is off when another platform is close below. */
  floats?: boolean
}

/** A checkered slab that floats in the sky. */
export function Platform({ tiles, floats = true, ...deck }: PlatformProps) {
  const id = useId()
  const { a, b } = typeof tiles === 'string' ? tileColours[tiles] : tiles
  const paths = toDeckPaths(deck)
  const { x, y, z = 0, cols, rows, thickness = 0.55 } = deck
  const [, y1] = project([x, y, z])
  const [, y2] = project([x + cols, y + rows, z])
  const light = (name: string, from: string, to: string) => (
    <linearGradient id={id + name} gradientUnits="userSpaceOnUse" x1="0" y1={y1} x2="0" y2={y2}>
      <stop stopColor={from} />
      <stop offset="1" stopColor={to} />
    </linearGradient>
  )
  return (
    <g data-subject={typeof tiles === 'string' ? tiles : undefined}>
      <defs>
        {light('a', shadeColour(a, 0.1), shadeColour(a, -0.05))}
        {light('b', shadeColour(b, 0.24), b)}
      </defs>
      {floats && <FloorShadow x={x} y={y} z={z - thickness - 2.1} cols={cols} rows={rows} />}
      <path d={paths.left} fill={shadeColour(a, -0.36)} />
      <path d={paths.right} fill={shadeColour(a, -0.58)} />
      <path d={paths.seams} stroke="#fff" strokeOpacity=".13" fill="none" />
      <path d={paths.dark} fill={`url(#${id}a)`} />
      <path d={paths.light} fill={`url(#${id}b)`} />
      <path d={paths.bevel} stroke="#fff" strokeOpacity=".26" fill="none" />
      <path d={paths.rim} stroke={shadeColour(b, 0.5)} strokeWidth="1.6" strokeLinecap="round" fill="none" />
    </g>
  )
}

interface FloorShadowProps {
  x: number
  y: number
  z: number
  cols: number
  rows: number
}

/** The shadow below a platform. It is a gradient, because an SVG blur is slow on phones. */
function FloorShadow({ x, y, z, cols, rows }: FloorShadowProps) {
  const id = useId()
  const [cx, cy] = project([x + cols / 2, y + rows / 2, z])
  const reach = (cols + rows) / 2
  return (
    <>
      <radialGradient id={id}>
        <stop className="cast-core" stopColor="#2c5c91" stopOpacity=".36" />
        <stop className="cast-core" offset=".5" stopColor="#2c5c91" stopOpacity=".2" />
        <stop className="cast-core" offset="1" stopColor="#2c5c91" stopOpacity="0" />
      </radialGradient>
      <ellipse cx={cx} cy={cy} rx={reach * 25} ry={reach * 12.5} fill={`url(#${id})`} />
    </>
  )
}
