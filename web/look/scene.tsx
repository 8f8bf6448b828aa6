import type { ReactNode } from 'react'

export interface SceneProps {
  /** Which picture this is: CSS finds the marble's course by it. */
  name: string
  /** Left, top, width, height of what is drawn. */
  box: readonly [number, number, number, number]
  className?: string | undefined
  children: ReactNode
}

/** The frame of a picture. It says nothing that the words beside it do not say, so it is hidden from screen readers. */
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
