import { Gem, gemColours } from '../gem.tsx'
import { Marble } from '../marble.tsx'
import { Scene } from '../scene.tsx'
import { Rail, Ramp } from '../solids.tsx'
import { Flag } from './gate.tsx'
import { Platform } from './platform.tsx'

const finish = { a: '#1b2a42', b: '#f4f7fb' }

/** The illustration of the home page: five platforms, one for each subject, from the start to the finish. */
export function CourseScene({ className }: { className?: string | undefined }) {
  return (
    <Scene name="course" box={[-296, -154, 638, 516]} className={className}>
      <Platform tiles="about" x={7} y={-2} z={-1.9} cols={4} rows={4} />
      <Rail x={7} y={-2} z={-1.9} along="x" length={4} />
      <Platform tiles={finish} floats={false} x={7.5} y={-1.5} z={-1.74} cols={3} rows={3} thickness={0.16} />
      <Flag x={7.2} y={-1.7} z={-1.9} height={3.2} />
      <Gem x={7.9} y={0.9} z={-1.74} size={13} colour={gemColours.ruby} />

      <Platform tiles="gaming" x={0} y={-2} z={3.2} cols={4} rows={9} skip={(x, y) => x === 0 && y === 4} />
      <Rail x={0} y={-2} z={3.2} along="x" length={4} />
      <Rail x={0} y={-1.84} z={3.2} along="y" length={3.84} />
      <Rail x={0} y={3} z={3.2} along="y" length={4} />
      <Gem x={0.8} y={3.5} z={3.2} size={13} colour={gemColours.emerald} />
      <Gem x={3.4} y={3.6} z={3.2} size={13} colour={gemColours.topaz} />
      <Gem x={0.8} y={5.6} z={3.2} size={13} colour={gemColours.ruby} />

      <Platform tiles="projects" x={7.4} y={3.1} z={0} cols={3} rows={4} skip={(x, y) => x === 0 && y === 1} />
      <Rail x={7.4} y={3.1} z={0} along="y" length={1} />
      <Gem x={7.9} y={6.1} z={0} size={13} colour={gemColours.topaz} />

      <Platform tiles="games" x={0} y={8.2} z={2.2} cols={4} rows={3} />
      <Rail x={0} y={8.2} z={2.2} along="y" length={3} />
      <Ramp x={1.3} y={6.98} along="y" length={1.4} width={1.4} from={3.2} to={2.2} colour="#8fb9ff" />
      <Gem x={0.9} y={10.5} z={2.2} size={13} colour={gemColours.sapphire} />

      <Platform tiles="programming" x={4.9} y={8.2} z={0.9} cols={5} rows={3} skip={(x, y) => x === 1 && y === 0} />
      <Rail x={4.9} y={8.2} z={0.9} along="x" length={1} />
      <Gem x={7.4} y={8.7} z={0.9} size={13} colour={gemColours.ruby} />
      <Gem x={6.2} y={10.7} z={0.9} size={13} colour={gemColours.topaz} />

      <Marble x={2} y={-0.4} z={3.2} radius={40} />
    </Scene>
  )
}
