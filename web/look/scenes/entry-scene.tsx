import { Gem, gemColours } from '../gem.tsx'
import { Marble } from '../marble.tsx'
import { toPlaneMatrix } from '../projection.ts'
import { Scene } from '../scene.tsx'
import { Box, Rail, Ramp } from '../solids.tsx'
import { Gate } from './gate.tsx'
import { Platform } from './platform.tsx'

/** The illustration beside login forms: a doorstep with a mat, a ramp, a gate and a marble. */
export function EntryScene({ className }: { className?: string | undefined }) {
  return (
    <Scene name="entry" box={[-250, -120, 470, 400]} className={className}>
      <Platform tiles="gaming" x={0} y={-2} z={1.2} cols={6} rows={5} skip={(x, y) => x === 0 && y === 0} />
      <Rail x={1} y={-2} z={1.2} along="x" length={5} />
      <Gem x={4.5} y={-0.5} z={1.2} size={14} colour={gemColours.emerald} />
      <Gem x={1.6} y={-0.9} z={1.2} size={12} colour={gemColours.ruby} />
      <Gate x={1.5} y={1.9} z={1.2} width={3} height={2.6} />
      <Ramp x={2.2} y={2.98} along="y" length={1.7} width={1.6} from={1.2} to={0} colour="#8fb9ff" />
      <Platform tiles="about" x={1} y={4.7} z={0} cols={4} rows={4} />
      <Box x={2} y={5.1} z={0} w={2} d={1.1} h={0.08} colour="#33445e" />
      <path
        transform={toPlaneMatrix('top', [2, 5.1, 0.08])}
        d="M.16 .16h1.68v.78h-1.68z"
        fill="none"
        stroke="#8fa3c0"
        strokeWidth=".06"
      />
      <Marble x={2.1} y={7.6} z={0} radius={30} />
    </Scene>
  )
}
