import type { ReactNode } from 'react'

export interface SceneProps {
  /** The name of the illustration, by which CSS animates its marble. */
  name: string
  /** The left and top edge, the width and the height of the drawing. */
  box: readonly [number, number, number, number]
  className?: string | undefined
  children: ReactNode
}

/** The SVG element of an illustration. It is decorative, so it is hidden from screen readers. */
export function Scene({ name, box, className, children }: SceneProps) {
  return (
    <svg
      className={className ? `scene ${className}` : 'scene'}
      data-scene={name}
      viewBox={box.join(' ')}
      width={box[2]}
      height={box[3]}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
