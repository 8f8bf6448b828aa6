import { useId } from 'react'
import { Hat } from './hat.tsx'
import { MarbleGlass } from './marble.tsx'

export interface HatMarbleProps {
  className?: string
  /** Draws a full background with these colours, and the icon inside the safe circle of launchers that crop it. */
  sky?: { top: string; bottom: string }
  size?: number
}

/** The site's icon: a marble in a battered hat. */
export function HatMarble({ className, sky, size = 64 }: HatMarbleProps) {
  const id = useId()
  const drawing = (
    <g>
      <MarbleGlass cx={32} cy={42} radius={21} />
      <g transform="translate(32 31.5)rotate(-5)scale(.41)">
        <Hat />
      </g>
    </g>
  )
  return (
    <svg
      className={className}
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 64 64"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {sky ? (
        <>
          <linearGradient id={id} x2="0" y2="1">
            <stop stopColor={sky.top} />
            <stop offset="1" stopColor={sky.bottom} />
          </linearGradient>
          <path d="M0 0h64v64H0z" fill={`url(#${id})`} />
          <g transform="translate(11.5 12)scale(.64)">{drawing}</g>
        </>
      ) : (
        drawing
      )}
    </svg>
  )
}
