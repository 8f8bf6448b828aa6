import { toPlaneMatrix } from '../projection.ts'
import { Box } from '../solids.tsx'

export interface GateProps {
  x: number
  y: number
  z?: number
  /** The width of the lane below the gate, along x. */
  width: number
  height?: number
}

const check = (cols: number, rows: number, size: number): string => {
  let path = ''
  for (let row = 0; row < rows; row++)
    for (let col = row % 2; col < cols; col += 2)
      path += `M${+(col * size).toFixed(2)} ${+(row * size).toFixed(2)}h${size}v${size}h-${size}z`
  return path
}

/** The finish: two posts and a chequered banner across the lane. */
export function Gate({ x, y, z = 0, width, height = 2.5 }: GateProps) {
  const size = 0.25
  const cols = Math.round(width / size)
  return (
    <g>
      <Box x={x} y={y} z={z} w={0.18} d={0.18} h={height} colour="#eef3f9" />
      <Box x={x + width - 0.18} y={y} z={z} w={0.18} d={0.18} h={height} colour="#eef3f9" />
      <Box x={x} y={y} z={z + height - 0.75} w={width} d={0.18} h={0.75} colour="#ffffff" />
      <path
        transform={toPlaneMatrix('left', [x, y + 0.18, z + height - 0.75])}
        d={check(cols, 3, size)}
        fill="#16243a"
      />
    </g>
  )
}

/** A chequered flag on a pole. */
export function Flag({ x, y, z = 0, height = 3 }: { x: number; y: number; z?: number; height?: number }) {
  return (
    <g>
      <Box x={x - 0.16} y={y - 0.16} z={z} w={0.44} d={0.44} h={0.14} colour="#8c98aa" />
      <Box x={x} y={y} z={z + 0.14} w={0.12} d={0.12} h={height} colour="#eef3f9" />
      <g transform={toPlaneMatrix('left', [x + 0.12, y + 0.12, z + height - 0.86])}>
        <path d="M0 0C.4-.18 .7 .18 1.1 0S1.5-.1 1.6 0V1C1.5 .9 1.4 .84 1.1 1S.4 .82 0 1z" fill="#fff" />
        <path
          d="M0 0C.14-.06 .27-.07 .4-.05V.28C.27 .26 .14 .28 0 .33zM.8 .07C.9 .08 1 .04 1.1 0S1.15-.02 1.2-.04V.3C1.1 .33 .95 .42 .8 .4zM.4 .28C.54 .3 .67 .37 .8 .4V.73C.67 .7 .54 .63 .4 .61zM1.2 .3C1.35 .25 1.5 .27 1.6 .33V.66C1.5 .6 1.35 .58 1.2 .63zM0 .66C.14 .6 .27 .6 .4 .61V.92C.27 .9 .14 .94 0 1zM.8 .73C.95 .75 1.1 .66 1.2 .63V.95C1.1 .98 .95 1.07 .8 1.05z"
          fill="#16243a"
        />
      </g>
    </g>
  )
}
