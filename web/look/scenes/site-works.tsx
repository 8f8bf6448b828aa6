import { project, toPlaneMatrix } from '../projection.ts'
import { Box } from '../solids.tsx'
import type { Subject } from '../subjects.ts'
import { Platform } from './platform.tsx'

interface Place {
  x: number
  y: number
  z?: number
}

/** A striped plank on two feet. */
export function Barrier({ x, y, z = 0, length = 2.4 }: Place & { length?: number }) {
  const stripes = Array.from(
    { length: Math.floor(length / 0.6) },
    (_, n) => `M${(n * 0.6 + 0.1).toFixed(1)} 0h.3l.2 .5h-.3z`,
  )
  return (
    <g>
      <Box x={x + 0.2} y={y - 0.1} z={z} w={0.16} d={0.34} h={1} colour="#5b6a80" />
      <Box x={x + length - 0.36} y={y - 0.1} z={z} w={0.16} d={0.34} h={1} colour="#5b6a80" />
      <Box x={x} y={y} z={z + 0.55} w={length} d={0.14} h={0.5} colour="#fff6df" />
      <path transform={toPlaneMatrix('left', [x, y + 0.14, z + 0.55])} d={stripes.join('')} fill="#e8344e" />
      <g transform={toPlaneMatrix('left', [x + length / 2, y + 0.14, z + 1.05])}>
        <circle className="led-busy" cy=".16" r=".16" fill="#ffb52e" />
      </g>
    </g>
  )
}

/** A small traffic cone. */
export function Cone({ x, y, z = 0 }: Place) {
  const [cx, cy] = project([x, y, z])
  return (
    <g>
      <Box x={x - 0.36} y={y - 0.36} z={z} w={0.72} d={0.72} h={0.1} colour="#e2571e" />
      <g transform={`translate(${cx} ${cy - 3})`}>
        <path d="M-12.5 0L-3-33C-2-35 2-35 3-33L12.5 0C9 7.2-9 7.2-12.5 0z" fill="#f4752f" />
        <path d="M3-33L12.5 0C11 4 6 5.3 1 5.4z" fill="#b9430f" opacity=".55" />
        <path d="M-9-12.5L-6.2-22C-3-19.8 3-19.8 6.2-22L9-12.5C5-8.5-5-8.5-9-12.5z" fill="#fff5e6" />
      </g>
    </g>
  )
}

/** A stack of loose tiles. */
export function TileStack({ x, y, z = 0, tiles, count = 4 }: Place & { tiles: Subject; count?: number }) {
  return (
    <g>
      {Array.from({ length: count }, (_, n) => (
        <Platform
          key={n}
          tiles={tiles}
          floats={false}
          x={x + (n % 2 ? 0.08 : -0.04)}
          y={y + (n % 3 ? -0.05 : 0.07)}
          z={z + (n + 1) * 0.3}
          cols={1}
          rows={1}
          thickness={0.26}
        />
      ))}
    </g>
  )
}
