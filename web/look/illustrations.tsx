import { CourseScene } from './course-scene.tsx'
import { AboutScene, GamesScene, PcScene, ProjectsScene, SpeedrunningScene } from './home-scenes.tsx'
import { ConstructionScene, LostScene } from './odd-scenes.tsx'
import type { Subject } from './subjects.ts'
import { TileScene } from './tile-scenes.tsx'

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
  /** Whose platform is under construction. */
  subject?: Subject
}

/** Every picture of the site, by name. */
export function Illustration({ name, className, subject = 'gaming' }: IllustrationProps) {
  if (name === 'construction') return <ConstructionScene subject={subject} className={className} />
  if (name.endsWith('-tile')) return <TileScene subject={name.slice(0, -5) as Subject} className={className} />
  const Picture = scenes[name as SceneName]
  return <Picture className={className} />
}
