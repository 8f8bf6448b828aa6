import { CloneCubes, FriendCubes, NinjaCube, PhaseCube } from '../cubes.tsx'
import { Gem, gemColours } from '../gem.tsx'
import { Hat } from '../hat.tsx'
import { Marble } from '../marble.tsx'
import { project, toPlaneMatrix } from '../projection.ts'
import { Scene } from '../scene.tsx'
import { Box, Rail } from '../solids.tsx'
import { Flag, Gate } from './gate.tsx'
import { Chip, PcTower, ServerStack } from './machines.tsx'
import { Platform } from './platform.tsx'

/*
 * Each platform keeps a lane of two tiles free along its near edge. The marble lands at the far end of the lane, rolls
 * along it and falls over the edge (web/home/roll.css). Lanes run down to the left where the picture is on the right of
 * the page, and down to the right where it is on the left. So the marble always leaves towards the next picture.
 */
interface SceneOnly {
  className?: string | undefined
}

export function SpeedrunningScene({ className }: SceneOnly) {
  const podium = [
    { y: 0.7, h: 1.1, colour: '#dfe6ef' },
    { y: 2, h: 1.75, colour: '#f6c843' },
    { y: 3.3, h: 0.7, colour: '#d99a63' },
  ]
  return (
    <Scene name="speedrunning" box={[-152, -42, 364, 306]} className={className}>
      <Platform
        tiles="gaming"
        x={0}
        y={0}
        cols={7}
        rows={6}
        skip={(x, y) => (x === 3 && (y === 1 || y === 2)) || (x === 2 && y === 5) || (x < 2 && y === 5)}
      />
      <Rail x={0} y={0} along="x" length={7} />
      <Rail x={0} y={0.16} along="y" length={4.84} />
      {podium.map(({ y, h, colour }) => (
        <Box key={y} x={0.7} y={y} w={1.3} d={1.3} h={h} colour={colour} />
      ))}
      <Gem x={1.35} y={2.65} z={1.75} size={15} colour={gemColours.ruby} />
      <Gem x={3.3} y={0.7} colour={gemColours.emerald} />
      <Gem x={3.5} y={4.5} colour={gemColours.topaz} />
      <Marble x={5.9} y={2.9} radius={31} />
      <Gate x={4.7} y={5.6} width={2.25} />
      <Platform tiles="gaming" floats={false} x={7.9} y={1} z={-1.1} cols={1} rows={2} />
      <Gem x={8.4} y={2} z={-1.1} size={9} colour={gemColours.ruby} />
    </Scene>
  )
}

export function GamesScene({ className }: SceneOnly) {
  return (
    <Scene name="games" box={[-152, -50, 330, 312]} className={className}>
      <Platform
        tiles="games"
        x={0}
        y={0}
        cols={7}
        rows={6}
        skip={(x, y) => (x === 6 && y < 2) || (x === 0 && y === 5)}
      />
      <Rail x={0} y={0} along="x" length={6} />
      <Rail x={0} y={0.16} along="y" length={4.84} />
      <Box x={0.4} y={0.4} w={2} d={2} h={0.5} colour="#c66b14" />
      <NinjaCube x={0.6} y={0.6} z={0.5} />
      <PhaseCube x={3.1} y={0.6} />
      <CloneCubes x={4.5} y={1.5} />
      <FriendCubes x={0.5} y={2.7} />
      <Gem x={5.4} y={0.6} size={12} colour={gemColours.sapphire} />
      <Marble x={4.9} y={4.9} radius={28} />
    </Scene>
  )
}

export function PcScene({ className }: SceneOnly) {
  return (
    <Scene name="pc" box={[-152, -116, 342, 378]} className={className}>
      <Platform
        tiles="programming"
        x={0}
        y={0}
        cols={7}
        rows={6}
        skip={(x, y) => (x > 2 && x < 5 && y === 0) || (x < 1 && y > 4)}
      />
      <Rail x={0} y={0} along="x" length={3} />
      <Rail x={0} y={0.16} along="y" length={4.84} />
      <path
        transform={toPlaneMatrix('top', [0, 0])}
        d="M2.6 2h1.4v3h-2v.4M2.6 3.2h.7v2.4h-.6"
        stroke="#d6ffe9"
        strokeWidth=".1"
        strokeOpacity=".7"
        fill="none"
      />
      <PcTower x={0.7} y={0.7} />
      <Chip x={1.4} y={4.9} />
      <Gem x={3.5} y={1.5} size={12} colour={gemColours.topaz} />
      <Marble x={5.9} y={2.9} radius={29} />
    </Scene>
  )
}

export function ProjectsScene({ className }: SceneOnly) {
  return (
    <Scene name="projects" box={[-162, -94, 340, 356]} className={className}>
      <Platform
        tiles="projects"
        x={0}
        y={0}
        cols={7}
        rows={6}
        skip={(x, y) => (x === 6 && y === 0) || (x === 4 && y === 3)}
      />
      <Rail x={0} y={0} along="y" length={6} />
      <Rail x={0.16} y={0} along="x" length={5.84} />
      <ServerStack x={0.6} y={0.6} />
      {[1.9, 1.3, 0.7].map((h, n) => (
        <Box
          key={h}
          x={4.5 + n * 0.1}
          y={0.5 + n * 1.05}
          w={0.86}
          d={0.86}
          h={h}
          colour={['#f6c843', '#dfe6ef', '#d99a63'][n] ?? ''}
        />
      ))}
      <Gem x={4.93} y={0.93} z={1.9} size={11} colour={gemColours.ruby} />
      <Gem x={2.1} y={2} z={3.52} size={13} colour={gemColours.emerald} />
      <Marble x={4.9} y={4.9} radius={28} />
    </Scene>
  )
}

export function AboutScene({ className }: SceneOnly) {
  const [cx, cy] = project([3.2, 3.2])
  return (
    <Scene name="about" box={[-162, -106, 324, 354]} className={className}>
      <Platform tiles="about" x={0} y={0} cols={6} rows={6} />
      <Rail x={0} y={0} along="x" length={6} />
      <Rail x={0} y={0.16} along="y" length={5.84} />
      <Platform
        tiles={{ a: '#1b2a42', b: '#f4f7fb' }}
        floats={false}
        x={1.2}
        y={1.2}
        z={0.22}
        cols={4}
        rows={4}
        thickness={0.22}
      />
      <Flag x={0.6} y={0.7} height={3.6} />
      <Gem x={0.7} y={3.4} colour={gemColours.sapphire} />
      <Gem x={3.4} y={0.7} colour={gemColours.emerald} />
      <Marble x={3.2} y={3.2} z={0.22} radius={46} />
      <g transform={`translate(${cx} ${cy - 79})rotate(-6)scale(.94)`}>
        <Hat />
      </g>
      <Gem x={5.5} y={1.4} colour={gemColours.ruby} />
      <Gem x={1.4} y={5.5} colour={gemColours.amethyst} />
    </Scene>
  )
}
