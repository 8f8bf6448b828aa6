import { toPlaneMatrix } from './projection.ts'
import { Box } from './solids.tsx'

interface Place {
  x: number
  y: number
  z?: number
}

interface FaceOf extends Place {
  size: number
}

/** Two eyes on the left side of a cube. */
function Eyes({ x, y, z = 0, size, smile = false }: FaceOf & { smile?: boolean }) {
  return (
    <g transform={`${toPlaneMatrix('left', [x, y + size, z])}scale(${size})`}>
      <path d="M.34 .54v.14M.66 .54v.14" stroke="#14233a" strokeWidth=".12" strokeLinecap="round" />
      {smile && (
        <path d="M.38 .32q.12-.12 .24 0" stroke="#14233a" strokeWidth=".06" strokeLinecap="round" fill="none" />
      )}
    </g>
  )
}

/** A cube with a transparent copy. */
export function CloneCubes({ x, y, z = 0 }: Place) {
  const size = 1.15
  return (
    <g>
      <g opacity=".42">
        <Box x={x} y={y} z={z} w={size} d={size} h={size} colour="#7fe0ee" />
        <Eyes x={x} y={y} z={z} size={size} />
      </g>
      <Box x={x + 0.72} y={y + 0.72} z={z} w={size} d={size} h={size} colour="#39b8cc" />
      <Eyes x={x + 0.72} y={y + 0.72} z={z} size={size} />
    </g>
  )
}

/** A dark cube with a red headband. */
export function NinjaCube({ x, y, z = 0, size = 1.6 }: Place & { size?: number }) {
  return (
    <g>
      <Box x={x} y={y} z={z} w={size} d={size} h={size} colour="#3b4458" />
      <g transform={`${toPlaneMatrix('left', [x, y + size, z])}scale(${size})`}>
        <path d="M0 .76h1v.14h-1z" fill="#e8344e" />
        <path d="M.12 .46h.76v.22h-.76z" fill="#f4d5b5" />
        <path d="M.34 .53v.07M.66 .53v.07" stroke="#14233a" strokeWidth=".11" strokeLinecap="round" />
      </g>
      <g transform={`${toPlaneMatrix('right', [x + size, y + size, z])}scale(${size})`}>
        <path d="M0 .76h1v.14h-1z" fill="#a61f35" />
        <path d="M1 .84l.2 .14-.05-.2zM1 .82l.24-.16-.2-.02z" fill="#e8344e" />
      </g>
    </g>
  )
}

/** A cube in two halves, one of which is displaced. */
export function PhaseCube({ x, y, z = 0 }: Place) {
  return (
    <g>
      <Box x={x} y={y} z={z} w={1.4} d={1.4} h={0.66} colour="#a07df7" />
      <path
        transform={toPlaneMatrix('top', [x, y, z + 0.66])}
        d="M.08 .08h1.24v1.24h-1.24z"
        fill="#f3edff"
        opacity=".85"
      />
      <Box x={x + 0.3} y={y - 0.3} z={z + 1.02} w={1.4} d={1.4} h={0.66} colour="#a07df7" />
    </g>
  )
}

/** Two small smiling cubes with a heart. */
export function FriendCubes({ x, y, z = 0 }: Place) {
  return (
    <g>
      <Box x={x} y={y} z={z} w={0.9} d={0.9} h={0.9} colour="#ffd25e" />
      <Eyes x={x} y={y} z={z} size={0.9} smile />
      <Box x={x + 0.92} y={y} z={z} w={0.9} d={0.9} h={0.9} colour="#ff8fa3" />
      <Eyes x={x + 0.92} y={y} z={z} size={0.9} smile />
      <path
        d="M0 4C-7-2-5-8 0-5 5-8 7-2 0 4z"
        fill="#ea3350"
        transform={`translate(${(x + 0.91 - y - 0.4) * 26} ${(x + y + 1.3) * 15 - (z + 1.55) * 30})`}
      />
    </g>
  )
}
