import { Gem, gemColours } from '../gem.tsx'
import { Marble } from '../marble.tsx'
import { project, toPlaneMatrix } from '../projection.ts'
import { Scene } from '../scene.tsx'
import { Box, Rail } from '../solids.tsx'
import { Platform } from './platform.tsx'

/** A kitchen on a platform: a stove with a pot, a counter, packed boxes and a marble that delivers them. */
export function KitchenScene({ className }: { className?: string | undefined }) {
  const [potX, potY] = project([1.25, 1.35, 1.32])
  return (
    <Scene name="kitchen" box={[-140, -74, 310, 290]} className={className}>
      <Platform tiles="games" x={0} y={0} cols={6} rows={5} skip={(x, y) => x === 5 && y === 0} />
      <Rail x={0} y={0} along="x" length={5} />
      <Rail x={0} y={0.16} along="y" length={4.84} />
      <Box x={0.5} y={0.5} w={1.5} d={1.6} h={1.25} colour="#e6edf6" />
      <path transform={toPlaneMatrix('top', [0.5, 0.5, 1.25])} d="M.2 .25h1.1v1.1h-1.1z" fill="#33445e" />
      <path transform={toPlaneMatrix('right', [2, 2.1, 0])} d="M.25 .2h1.1v.62h-1.1z" fill="#33445e" />
      <path transform={toPlaneMatrix('right', [2, 2.1, 0])} d="M.25 1h1.1" stroke="#33445e" strokeWidth=".09" />
      <Pot x={potX} y={potY} />
      <Box x={2.3} y={0.5} w={2.4} d={1.2} h={1} colour="#fbe08a" />
      <Box x={2.5} y={0.65} z={1} w={0.7} d={0.7} h={0.5} colour="#d99a63" />
      <Box x={2.6} y={0.75} z={1.5} w={0.55} d={0.55} h={0.4} colour="#e7b583" />
      <Box x={3.6} y={0.7} z={1} w={0.75} d={0.7} h={0.35} colour="#d99a63" />
      <Gem x={1} y={3.6} size={12} colour={gemColours.ruby} />
      <Gem x={5.4} y={2} size={11} colour={gemColours.emerald} />
      <Box x={3.1} y={2.7} w={0.8} d={0.8} h={0.55} colour="#d99a63" />
      <Marble x={4} y={3.9} radius={27} />
    </Scene>
  )
}

/** A pot at a projected point. It is drawn flat, because a round shape has no edges to project. */
function Pot({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-19-20v16a19 11 0 0 0 38 0v-16z" fill="#c9283f" />
      <path d="M4 7a19 11 0 0 0 15-11v-16h-7z" fill="#92142a" />
      <ellipse cy="-20" rx="19" ry="11" fill="#f1647a" />
      <ellipse cy="-20" rx="14.5" ry="8" fill="#7a2a12" />
      <path
        d="M-6-34c-5-6 4-9 0-16M5-37c-5-6 4-9 0-16"
        fill="none"
        stroke="#fff"
        strokeOpacity=".75"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </g>
  )
}
