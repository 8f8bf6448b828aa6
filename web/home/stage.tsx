import type { ReactNode } from 'react'
import { Link } from '../kit/link.tsx'
import type { ScenePicture } from '../look/picture.ts'
import { Gem, Scene } from '../look/scene.tsx'
import type { Subject } from '../look/subjects.ts'

export interface StageProps {
  subject: Subject
  /** The name of a scene in content/scenes. Without a name, the stage shows the scene of the page that it links to. */
  scene?: string
  /** The picture of the scene; added by the build. */
  picture: ScenePicture
  /** The id of the section; added by the build. It is the path that `to` names, without the slash. */
  id: string
  title: string
  to: string
  link: string
  children: ReactNode
}

/**
 * A section of the home page: text on one side, an illustration on the other. The sides alternate.
 */
export function Stage({ subject, picture, id, title, to, link, children }: StageProps) {
  return (
    <section className="stage" id={id} data-subject={subject} tabIndex={-1}>
      <div className="stage-words">
        <Gem className="stage-gem" colour={subject} />
        <h2>{title}</h2>
        <div className="stage-text">{children}</div>
        <Link className="stage-link tall-link" to={to}>
          {link}
        </Link>
      </div>
      <div className="stage-picture">
        <Scene picture={picture} subject={subject} />
      </div>
    </section>
  )
}
