import { CourseScene } from './scenes/course-scene.tsx'
import { AboutScene, GamesScene, PcScene, ProjectsScene, SpeedrunningScene } from './scenes/home-scenes.tsx'
import { ConstructionScene, LostScene } from './scenes/odd-scenes.tsx'
import { TileScene } from './scenes/tile-scenes.tsx'
import type { Subject } from './subjects.ts'

const scenes = {
  course: CourseScene,
  speedrunning: SpeedrunningScene,
  games: GamesScene,
  pc: PcScene,
  projects: ProjectsScene,
  about: AboutScene,
  lost: LostScene,
}

type SceneName = keyof typeof scenes
export type IllustrationName = SceneName | `${Subject}-tile` | 'construction'

export interface IllustrationProps {
  name: IllustrationName
  className?: string
  /** The subject of the platform under construction. */
  subject?: Subject
}

/** Renders an illustration by its name. */
export function Illustration({ name, className, subject = 'gaming' }: IllustrationProps) {
  if (name === 'construction') return <ConstructionScene subject={subject} className={className} />
  if (name.endsWith('-tile')) return <TileScene subject={name.slice(0, -5) as Subject} className={className} />
  const Picture = scenes[name as SceneName]
  return <Picture className={className} />
}
