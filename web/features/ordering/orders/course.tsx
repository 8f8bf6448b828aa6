import { MarbleGlass } from '../../../look/marble.tsx'
import { Scene } from '../../../look/scene.tsx'
import { Platform } from '../../../look/scenes/platform.tsx'
import { Box } from '../../../look/solids.tsx'
import type { Subject } from '../../../look/subjects.ts'
import type { Course as Way } from './course-steps.ts'
import './course.css'

/** Each platform has its colour, so that the way is the same for every order. */
const tiles: readonly Subject[] = ['gaming', 'gaming', 'games', 'projects', 'about']
const placeWords = { past: 'done', now: 'now', ahead: 'still to come' } as const

/** Where an order is: five platforms and the marble, which rolls on. Read aloud it is a list. */
export function Course({ way: { steps, at, lost } }: { way: Way }) {
  return (
    <div className={`course course-at-${at}${lost ? ' course-lost' : ''}`}>
      <ol>
        {steps.map(({ name, place }, index) => (
          <li key={index} className={`course-${place}`} aria-current={place === 'now' ? 'step' : undefined}>
            <Scene name="step" className="course-platform" box={[-84, -6, 168, 122]}>
              <Platform tiles={tiles[index] ?? 'about'} floats={false} x={0} y={0} cols={3} rows={3} />
              {index === steps.length - 1 && <Box x={0.6} y={0.6} w={1.8} d={1.8} h={0.16} colour="#2b3546" />}
            </Scene>
            <span className="course-name">
              {name}
              <span className="visually-hidden">, {placeWords[place]}</span>
            </span>
          </li>
        ))}
      </ol>
      {!lost && (
        <div className="course-marble" aria-hidden="true">
          <Scene name="step-marble" className="course-ball" box={[-40, -40, 80, 80]}>
            <ellipse className="course-shadow" cx="5" cy="27" rx="33" ry="15" />
            <MarbleGlass radius={33} cy={-4} />
          </Scene>
        </div>
      )}
    </div>
  )
}
