import { Gem } from '../gem.tsx'
import { MarbleGlass } from '../marble.tsx'
import { Scene } from '../scene.tsx'
import { Rail } from '../solids.tsx'
import { type Subject, tileColours } from '../subjects.ts'
import { Platform } from './platform.tsx'
import { Barrier, Cone, TileStack } from './site-works.tsx'

/** The illustration of a placeholder page: a platform under construction. */
export function ConstructionScene({ subject, className }: { subject: Subject; className?: string | undefined }) {
  const missing = new Set(['4,0', '5,0', '5,1', '3,2', '5,4', '4,4'])
  return (
    <Scene name="construction" box={[-136, -32, 288, 266]} className={className}>
      <Platform tiles={subject} x={0} y={0} cols={6} rows={5} skip={(x, y) => missing.has(`${x},${y}`)} />
      <Rail x={0} y={0} along="x" length={4} />
      <TileStack x={0.9} y={0.9} tiles={subject} count={6} />
      <TileStack x={2.3} y={0.7} tiles={subject} count={3} />
      <Cone x={4.5} y={2.5} />
      <Barrier x={0.5} y={3.5} length={2.5} />
      <Cone x={3.5} y={4.4} />
    </Scene>
  )
}

/** The illustration of the 404 page: a marble falls into a gap of the course. */
export function LostScene({ className }: { className?: string | undefined }) {
  const { a } = tileColours.about
  return (
    <Scene name="lost" box={[-136, -16, 350, 284]} className={className}>
      <Platform tiles="gaming" x={0} y={0} cols={3} rows={5} />
      <Rail x={0} y={0} along="y" length={5} />
      <g>
        <path
          d="M-24 128v-62M0 118v-84M24 130v-52"
          stroke="#7fb6ff"
          strokeWidth="5"
          strokeLinecap="round"
          opacity=".55"
          transform="translate(42 60)"
        />
        <MarbleGlass cx={42} cy={214} radius={29} />
      </g>
      <Platform
        tiles="gaming"
        x={5}
        y={0}
        cols={3}
        rows={5}
        skip={(x, y) => (x === 0 && y > 2) || (x === 1 && y === 4)}
      />
      <Gem x={6.5} y={1.5} colour={a} size={14} />
    </Scene>
  )
}
