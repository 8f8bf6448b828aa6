import { useId, useMemo } from 'react'
import { getColourHex } from './colours.ts'
import { drawScenePicture, type ScenePicture } from './picture.ts'
import { drawBall, drawGem } from './props/gems.ts'
import type { Subject } from './subjects.ts'

export interface SceneProps {
  picture: ScenePicture
  className?: string
  /** The subject whose colour is used for tiles and props without a colour. */
  subject?: Subject
}

let servedPage: ParentNode | null = null

/**
 * Makes scenes reuse their drawings in the HTML of the server. Drawing a scene again takes a phone up to 30 ms and has
 * no effect, because React keeps the HTML of the server.
 * @param page the HTML that React hydrates; null after the hydration
 */
export function reuseServedScenes(page: ParentNode | null): void {
  servedPage = page
}

/**
 * Finds the drawing of a scene in the HTML of the server. When the HTML contains the scene twice, returns undefined,
 * because the two drawings can have different colours.
 */
function findServedDrawing(name: string): string | undefined {
  const [scene, second] = servedPage?.querySelectorAll(`[data-scene="${CSS.escape(name)}"]`) ?? []
  return second ? undefined : scene?.innerHTML
}

/** Renders a picture as SVG. The picture is decorative, so it is hidden from screen readers. */
export function Scene({ picture, className, subject = 'gaming' }: SceneProps) {
  const { name, box, roll } = picture
  const id = useId()
  const drawing = useMemo(
    () => findServedDrawing(name) ?? drawScenePicture(picture, subject, id),
    [picture, name, subject, id],
  )
  return (
    <svg
      className={className ? `scene ${className}` : 'scene'}
      data-scene={name}
      data-roll={roll}
      viewBox={box.join(' ')}
      width={box[2]}
      height={box[3]}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: picture.ts writes the HTML, from names and numbers that the build checks; React need not hydrate its elements.
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}

/** Renders a cut stone. `colour` is a name in colours.ts. */
export const Gem = ({ className, colour }: { className: string; colour: string }) => (
  <Figure className={className} size={40} drawing={drawGem(14, getColourHex(colour))} />
)

/** Renders a glass ball with its shadow. */
export function Ball({ className }: { className: string }) {
  const shadow = '<ellipse class="course-shadow" cx="5" cy="27" rx="33" ry="15"/>'
  const drawing = `${shadow}<g transform="translate(0-4)scale(1.18)">${drawBall(useId())}</g>`
  return <Figure className={className} size={80} drawing={drawing} />
}

/** Renders a drawing around the origin. @param size the width and the height in pixels */
function Figure({ className, size, drawing }: { className: string; size: number; drawing: string }) {
  return (
    <svg
      className={className}
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      width={size}
      height={size}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: gems.ts writes the HTML.
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
