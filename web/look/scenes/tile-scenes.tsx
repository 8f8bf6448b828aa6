import type { ReactNode } from 'react'
import { NinjaCube } from '../cubes.tsx'
import { Gem, gemColours } from '../gem.tsx'
import { Hat } from '../hat.tsx'
import { Marble } from '../marble.tsx'
import { project } from '../projection.ts'
import { Scene } from '../scene.tsx'
import { Rail } from '../solids.tsx'
import type { Subject } from '../subjects.ts'
import { PcTower, ServerStack } from './machines.tsx'
import { Platform } from './platform.tsx'

const furniture: Record<Subject, { thing: ReactNode; gem: string }> = {
  gaming: { thing: <Gem x={1.5} y={1.5} size={13} colour={gemColours.topaz} />, gem: gemColours.ruby },
  games: { thing: <NinjaCube x={0.7} y={0.7} size={1.5} />, gem: gemColours.sapphire },
  programming: {
    thing: (
      <g transform={`translate(${project([0.6, 0.6]).join(' ')})scale(.62)`}>
        <PcTower x={0} y={0} />
      </g>
    ),
    gem: gemColours.topaz,
  },
  projects: {
    thing: (
      <g transform={`translate(${project([0.5, 0.6]).join(' ')})scale(.62)`}>
        <ServerStack x={0} y={0} units={3} />
      </g>
    ),
    gem: gemColours.emerald,
  },
  about: {
    thing: (
      <g transform={`translate(${project([1.5, 1.5]).join(' ')})`}>
        <ellipse cx="4" cy="2" rx="54" ry="24" fill="#02081a" opacity=".2" />
        <g transform="translate(0 -12)scale(.82)">
          <Hat />
        </g>
      </g>
    ),
    gem: gemColours.ruby,
  },
}

/** The small platform in the header of an article, with an object that represents the subject of the article. */
export function TileScene({ subject, className }: { subject: Subject; className?: string | undefined }) {
  const { thing, gem } = furniture[subject]
  return (
    <Scene name="tile" box={[-84, -68, 248, 274]} className={className}>
      <Platform tiles={subject} x={0} y={0} cols={6} rows={3} skip={(x, y) => x === 3 && y === 0} />
      <Rail x={0} y={0} along="x" length={3} />
      {thing}
      <Gem x={4.5} y={0.6} size={11} colour={gem} />
      <Marble x={4.2} y={1.9} radius={25} />
    </Scene>
  )
}
